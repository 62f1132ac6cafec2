package dev.assay.conductor.hardware.redfish;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.HardwareFailure;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Where a BMC's Redfish service is: scheme, host and port, such as {@code https://10.0.0.5}. The
 * paths below it come from the BMC and never lead to another host.
 */
record BmcAddress(URI root) {

  /** From driver_info: a URL, or a bare host or address, which gets https://. */
  static BmcAddress parse(String text) {
    var withScheme = text.contains("://") ? text : "https://" + bracketed(text);
    try {
      var uri = new URI(withScheme);
      var scheme = uri.getScheme().toLowerCase(Locale.ROOT);
      if (uri.getHost() == null || uri.getUserInfo() != null || !scheme.matches("https?")) {
        throw unusable();
      }
      return new BmcAddress(new URI(scheme, null, uri.getHost(), uri.getPort(), null, null, null));
    } catch (URISyntaxException e) {
      throw unusable();
    }
  }

  /** The URL of a path that the BMC named; HardwareFailure when it leads to another host. */
  URI at(String path) {
    URI target;
    try {
      target = root.resolve(new URI(path));
    } catch (URISyntaxException e) {
      throw foreign(path);
    }
    if (!sameHost(target)) {
      throw foreign(path);
    }
    return target;
  }

  /** True for a URL of this BMC. */
  boolean sameHost(URI other) {
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

  private static String bracketed(String host) {
    try {
      return InetAddress.ofLiteral(host) instanceof java.net.Inet6Address && !host.startsWith("[")
          ? "[" + host + "]"
          : host;
    } catch (IllegalArgumentException _) {
      return host;
    }
  }

  private HardwareFailure foreign(String path) {
    return new HardwareFailure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "The BMC at %s names a resource that is not its own: %s. Check redfish_address and the firmware of the BMC."
            .formatted(root, Answer.printable(path)));
  }

  /** Without the text: it may hold a password. */
  private static HardwareFailure unusable() {
    return new HardwareFailure(
        ErrorCode.INVALID_PARAMETER,
        "redfish_address in driver_info must be a host or a URL such as https://10.0.0.5, without user and password.");
  }

  @Override
  public String toString() {
    return root.toString();
  }
}
