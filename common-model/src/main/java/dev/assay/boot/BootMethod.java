package dev.assay.boot;

/** What Assay does to make a machine boot the ramdisk. Source: spec api.md 20, conductor.md 6.3. */
public enum BootMethod {
  /** The BIOS or UEFI boots from the network, by the DHCP of the operator. */
  NETWORK,
  /** UEFI HTTP boot; DHCP tells the URL. */
  UEFI_HTTP,
  /** The BMC presents an image as a CD. */
  VIRTUAL_MEDIA,
  /** UEFI HTTP boot of an image; the BMC tells the firmware its URL. */
  UEFI_HTTP_IMAGE;

  /** The method of a boot_interface; network boot when it is unknown. */
  public static BootMethod of(String bootInterface) {
    return switch (bootInterface) {
      case "http", "http-ipxe" -> UEFI_HTTP;
      case "redfish-virtual-media", "idrac-redfish-virtual-media" -> VIRTUAL_MEDIA;
      case "redfish-https" -> UEFI_HTTP_IMAGE;
      default -> NETWORK;
    };
  }

  /** Whether Assay must serve an image for it. */
  public boolean needsImage() {
    return this == VIRTUAL_MEDIA || this == UEFI_HTTP_IMAGE;
  }
}
