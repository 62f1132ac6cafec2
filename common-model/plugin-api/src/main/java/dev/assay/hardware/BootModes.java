package dev.assay.hardware;

/**
 * Implemented by drivers that can change boot mode and secure boot of the machine. Both may take
 * effect only when the machine is restarted, which is left to others. Every method may be repeated,
 * and throws UNSUPPORTED when driver or BMC cannot do this. Source: spec api.md 10.12.
 */
public interface BootModes {
  /** Makes the firmware boot by {@code mode}. Throws {@link HardwareFailure}. */
  void setBootMode(Bmc bmc, BootMode mode);

  /** Switches secure boot on or off. Throws {@link HardwareFailure}. */
  void setSecureBoot(Bmc bmc, boolean on);
}
