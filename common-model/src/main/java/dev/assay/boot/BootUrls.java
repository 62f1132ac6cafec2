package dev.assay.boot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;

/** Where the API serves what machines boot, as the BMCs and machines reach it. */
public final class BootUrls {
  /** The path of everything that machines boot. */
  public static final String PATH = "/v1/boot";

  /** The name of the ISO image: some BMCs refuse URLs that do not end in .iso. */
  public static final String ISO = "inspection.iso";

  private BootUrls() {}

  /**
   * The root of the API for machines, without a trailing slash or /v1; empty when assay.boot.url is
   * not set.
   */
  public static Optional<String> root(BootConfig config) {
    return config.url().map(BootUrls::root);
  }

  /**
   * The image for an inspection of a node; empty when neither configuration nor node name a URL.
   */
  public static Optional<URI> image(ObjectNode driverInfo, BootConfig config, UUID inspection) {
    var ofNode = driverInfo.path("external_http_url").asText("").strip();
    var root = ofNode.isEmpty() ? root(config) : Optional.of(root(ofNode));
    return root.map(it -> URI.create("%s%s/%s/%s".formatted(it, PATH, inspection, ISO)));
  }

  private static String root(String url) {
    var text = url.strip();
    while (text.endsWith("/")) {
      text = text.substring(0, text.length() - 1);
    }
    return text.endsWith("/v1") ? root(text.substring(0, text.length() - 3)) : text;
  }
}
