package dev.assay.hardware;

import java.net.URI;

/** Implemented by drivers that can tell the firmware of a machine which URL to boot (UEFI HTTP). */
public interface HttpBoot {
  /**
   * Makes the machine boot {@code image} (http or https, an ISO 9660 image or an EFI program) at
   * the next boot only. May be repeated. Throws {@link HardwareFailure}; UNSUPPORTED when the BMC
   * cannot do this.
   */
  void bootFromUrl(Bmc bmc, URI image);
}
