package dev.assay.hardware;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A driver that chooses where the machine boots from. */
public interface Boot {
  /**
   * Boots from {@code device}, the next time only or from now on. May be repeated. UNSUPPORTED when
   * driver or BMC cannot.
   */
  void bootFrom(Bmc bmc, BootDevice device, boolean persistent);

  /** Where the machine boots from, as the BMC tells it now. Fails with {@link HardwareFailure}. */
  BootChoice bootDevice(Bmc bmc);

  /** What the BMC tells of how the machine boots. */
  BootSettings bootSettings(Bmc bmc);

  /** "uefi" or "bios", and secure boot; null where the BMC does not tell. */
  record BootSettings(
      @Nullable String mode, @Nullable Boolean secureBoot, Optional<String> vendor) {
    public BootSettings {
      if (mode != null && !mode.equals("uefi") && !mode.equals("bios")) {
        throw new IllegalArgumentException("the boot mode must be uefi or bios");
      }
    }
  }
}
