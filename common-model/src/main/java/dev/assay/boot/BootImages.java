package dev.assay.boot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.error.ShortText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/**
 * The images of the ramdisk for one node: those of driver_info, else those of the configuration.
 * Source: spec conductor.md 6.3.
 */
public sealed interface BootImages {
  /** A bootable ISO image. */
  record Iso(URI iso) implements BootImages {}

  /** A kernel and a ramdisk. */
  record KernelAndRamdisk(URI kernel, URI ramdisk) implements BootImages {}

  /**
   * The images for a node; empty when there are none. Throws INVALID_PARAMETER when only one of
   * kernel and ramdisk is named, or one has no URL with http, https or file.
   */
  static Optional<BootImages> of(ObjectNode driverInfo, BootConfig config) {
    return images(
            text(driverInfo, "deploy_iso"),
            text(driverInfo, "deploy_kernel"),
            text(driverInfo, "deploy_ramdisk"),
            "deploy_kernel and deploy_ramdisk in driver_info")
        .or(
            () ->
                images(
                    config.deployIso(),
                    config.deployKernel(),
                    config.deployRamdisk(),
                    "assay.boot.deploy-kernel and assay.boot.deploy-ramdisk"));
  }

  private static Optional<BootImages> images(
      Optional<String> iso, Optional<String> kernel, Optional<String> ramdisk, String both) {
    if (iso.isPresent()) {
      return Optional.of(new Iso(url(iso.get())));
    }
    if (kernel.isEmpty() && ramdisk.isEmpty()) {
      return Optional.empty();
    }
    if (kernel.isEmpty() || ramdisk.isEmpty()) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER, "Only one of %s is set; set both.".formatted(both));
    }
    return Optional.of(new KernelAndRamdisk(url(kernel.get()), url(ramdisk.get())));
  }

  private static Optional<String> text(ObjectNode driverInfo, String key) {
    return Optional.of(driverInfo.path(key).asText("").strip()).filter(text -> !text.isEmpty());
  }

  private static URI url(String text) {
    try {
      var url = new URI(text);
      var scheme = url.getScheme() == null ? "" : url.getScheme();
      var valid =
          switch (scheme) {
            case "http", "https" -> url.getHost() != null && url.getUserInfo() == null;
            case "file" -> url.getPath() != null && url.getPath().startsWith("/");
            default -> false;
          };
      if (valid) {
        return url;
      }
    } catch (URISyntaxException _) {
      // reported below
    }
    throw new AssayException(
        ErrorCode.INVALID_PARAMETER,
        "The image %s cannot be used: give a URL with http, https or file, without a password, such as http://192.0.2.1/ipa.kernel."
            .formatted(ShortText.printable(text, 200)));
  }
}
