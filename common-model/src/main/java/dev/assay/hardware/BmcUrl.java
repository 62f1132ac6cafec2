package dev.assay.hardware;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * The address of a BMC's web service as it stands in driver_info: a URL with http or https, or a
 * bare host or IP address, for which https is meant. Checked by the API when it is written and read
 * by drivers with the same code.
 *
 * @param root scheme, host and port; a path that was given is left out
 */
public record BmcUrl(URI root) {
  private static final int HIGHEST_PORT = 65535;

  /**
   * Reads {@code text}; IllegalArgumentException says what is wrong with it, as the end of a
   * sentence and without the text itself, which may hold a password.
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
    if (uri.getPort() == 0 || uri.getPort() > HIGHEST_PORT) {
      throw new IllegalArgumentException(
          "its port is %d, and ports are 1 to %d".formatted(uri.getPort(), HIGHEST_PORT));
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
