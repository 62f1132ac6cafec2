package dev.assay.hardware;

/**
 * Implemented by drivers whose BMC knows what the machine consists of, also while the machine is
 * off. Inspection without a ramdisk needs it.
 */
public interface HardwareInventory {
  /**
   * Reads what the BMC reports. Changes nothing on the machine and may be repeated. What the BMC
   * does not report is left out. Throws {@link HardwareFailure} when the BMC cannot be read at all.
   */
  HardwareReport inventory(Bmc bmc);
}
