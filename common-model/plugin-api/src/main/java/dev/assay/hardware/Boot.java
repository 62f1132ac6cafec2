package dev.assay.hardware;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Implemented by drivers that can choose the device from which the machine boots. */
public interface Boot {
  /**
   * Makes the machine boot from {@code device}, the next time only or permanently. May be repeated.
   * Throws UNSUPPORTED when driver or BMC cannot do this.
   */
  void bootFrom(Bmc bmc, BootDevice device, boolean persistent);

  /**
   * Cancels a choice for the next boot only that the machine has not used yet; a permanent choice
   * stays. No effect when there is none. Throws {@link HardwareFailure}.
   */
  default void cancelBootOnce(Bmc bmc) {}

  /** Returns the boot device that the BMC reports now. Throws {@link HardwareFailure}. */
  BootChoice bootDevice(Bmc bmc);

  /** Returns the boot settings that the BMC reports. */
  BootSettings bootSettings(Bmc bmc);

  /** Boot mode "uefi" or "bios", and secure boot; null when the BMC does not report them. */
  record BootSettings(
      @Nullable String mode, @Nullable Boolean secureBoot, Optional<String> vendor) {
    public BootSettings {
      if (mode != null && !mode.equals("uefi") && !mode.equals("bios")) {
        throw new IllegalArgumentException("the boot mode must be uefi or bios");
      }
    }
  }
}
