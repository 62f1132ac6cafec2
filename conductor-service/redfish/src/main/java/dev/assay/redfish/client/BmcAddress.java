package dev.assay.redfish.client;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.BmcUrl;
import dev.assay.hardware.HardwareFailure;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/**
 * The address of a BMC's Redfish service: scheme, host and port, such as {@code https://10.0.0.5}.
 * Paths on it come from the BMC and never lead to another host.
 */
public record BmcAddress(URI root) {

  /**
   * Parses redfish_address of driver_info: a URL, or only a host or address, which gets https://.
   */
  public static BmcAddress parse(String text) {
    try {
      return new BmcAddress(BmcUrl.parse(text).root());
    } catch (IllegalArgumentException e) {
      throw new HardwareFailure(
          ErrorCode.INVALID_PARAMETER,
          "redfish_address in driver_info cannot be used: %s.".formatted(e.getMessage()));
    }
  }

  /** The URL of a path that the BMC returned; empty when it leads to another host. */
  public Optional<URI> at(String path) {
    try {
      return Optional.of(root.resolve(new URI(path))).filter(this::sameHost);
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }

  /** Whether a URL has the scheme, host and port of this BMC. */
  public boolean sameHost(URI other) {
    return root.getScheme().equalsIgnoreCase(other.getScheme())
        && root.getHost().equalsIgnoreCase(other.getHost())
        && port(root) == port(other)
        && other.getUserInfo() == null;
  }

  private static int port(URI uri) {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return "http".equalsIgnoreCase(uri.getScheme()) ? 80 : 443;
  }

  @Override
  public String toString() {
    return root.toString();
  }
}
