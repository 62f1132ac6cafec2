package dev.assay.hardware;

import java.util.Map;

/** Implemented by drivers whose BMC reports the versions of firmware. */
public interface Firmware {
  /**
   * The versions by component: {@code bios} is the system's firmware, {@code bmc} that of the BMC.
   * What the BMC does not report is left out. Throws {@link HardwareFailure}.
   */
  Map<String, String> firmware(Bmc bmc);
}
