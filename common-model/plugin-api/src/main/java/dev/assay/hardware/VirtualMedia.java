package dev.assay.hardware;

import java.net.URI;

/**
 * Implemented by drivers whose BMC can present an image as a CD drive of the machine. Every method
 * may be called again after it was interrupted.
 */
public interface VirtualMedia {
  /** Whether the BMC has a virtual CD drive. Throws {@link HardwareFailure}. */
  boolean hasCdDrive(Bmc bmc);

  /**
   * Inserts the image at {@code image} (http or https, ISO 9660), read-only, in place of any other.
   * Returns when the BMC reports it as inserted. Throws {@link HardwareFailure}; UNSUPPORTED when
   * the BMC has no virtual CD drive.
   */
  void insert(Bmc bmc, URI image);

  /**
   * Ejects what is inserted in the virtual CD drive; no effect when it is empty or there is none.
   * Throws {@link HardwareFailure}.
   */
  void eject(Bmc bmc);
}
