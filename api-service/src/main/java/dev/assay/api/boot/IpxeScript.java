package dev.assay.api.boot;

import dev.assay.boot.BootUrls;
import dev.assay.boot.KernelParameters;
import java.util.UUID;

/** Scripts for iPXE, see https://ipxe.org/scripting. */
final class IpxeScript {
  /** Ends iPXE, so that the machine goes on with its next boot device. */
  static final String NOTHING_TO_BOOT =
      """
      #!ipxe
      echo Assay: no inspection waits for this machine, booting the next device
      exit
      """;

  private IpxeScript() {}

  /**
   * Boots kernel and ramdisk of an inspection; {@code root} is the URL of the API. iPXE calls the
   * card that it booted from netX.
   */
  static String booting(String root, UUID inspection, KernelParameters parameters) {
    return """
    #!ipxe
    echo Assay: booting the inspection ramdisk
    kernel %1$s/kernel initrd=ramdisk BOOTIF=01-${netX/mac:hexhyp} %2$s || goto failed
    initrd --name ramdisk %1$s/ramdisk || goto failed
    boot || goto failed
    :failed
    echo Assay: booting failed, trying again in 10 s
    sleep 10
    chain --replace %1$s/boot.ipxe
    """
        .formatted(root + BootUrls.PATH + "/" + inspection, parameters.text());
  }
}
