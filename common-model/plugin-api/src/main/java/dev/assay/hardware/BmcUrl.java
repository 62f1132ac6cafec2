package dev.assay.hardware;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Parses the address of a BMC's web service in driver_info: a URL with http or https, or a bare
 * host or IP address, which means https. The API validates it with the same code that drivers use
 * to read it.
 *
 * @param root scheme, host and port; without any path
 */
public record BmcUrl(URI root) {
  private static final int MAX_PORT = 65535;

  /**
   * Parses {@code text}; the message of an IllegalArgumentException tells what is wrong, as the end
   * of a sentence and without the text itself, which may contain a password.
   */
  public static BmcUrl parse(String text) {
    var uri = uri(text.contains("://") ? text : "https://" + bracketed(text));
    var scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException("its scheme is neither http nor https");
    }
    if (uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException("it has a user in it");
    }
    if (uri.getHost() == null) {
      throw new IllegalArgumentException("it has no host that can be used");
    }
    if (uri.getPort() == 0 || uri.getPort() > MAX_PORT) {
      throw new IllegalArgumentException(
          "its port is %d, and ports are 1 to %d".formatted(uri.getPort(), MAX_PORT));
    }
    return new BmcUrl(root(scheme, uri));
  }

  private static URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException _) {
      throw new IllegalArgumentException("it is no URL");
    }
  }

  private static URI root(String scheme, URI uri) {
    try {
      return new URI(scheme, null, uri.getHost(), uri.getPort(), null, null, null);
    } catch (URISyntaxException _) {
      throw new IllegalArgumentException("it is no URL");
    }
  }

  private static String bracketed(String host) {
    try {
      return InetAddress.ofLiteral(host) instanceof Inet6Address && !host.startsWith("[")
          ? "[" + host + "]"
          : host;
    } catch (IllegalArgumentException _) {
      return host;
    }
  }

  @Override
  public String toString() {
    return root.toString();
  }
}
