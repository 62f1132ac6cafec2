package dev.assay.rule;

import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that action api-call may call. Asked when a rule is made, when it runs, and before
 * every request of the call itself: options change, and a redirect must not lead elsewhere. An
 * entry is {@code name} for every port of the host, or {@code name:port}; IPv6 addresses stand in
 * brackets. Names are compared, addresses are not looked up. Source: spec rules.md 10.1.
 */
public final class AllowedHosts {
  /** Nobody. */
  public static final AllowedHosts NONE = new AllowedHosts(Set.of());

  private static final String OPTION = "assay.inspection-rules.api-call-hosts";
  private static final Pattern ENTRY = Pattern.compile("[^/?#@\\\\\\s]+");
  private static final int LONGEST_URL = 8192;
  private static final int ANY_PORT = 0;

  private final Set<Host> hosts;

  private record Host(String name, int port) {
    Host onAnyPort() {
      return new Host(name, ANY_PORT);
    }
  }

  private AllowedHosts(Set<Host> hosts) {
    this.hosts = hosts;
  }

  /** Those of the option; IllegalArgumentException names an entry that is no host. */
  public static AllowedHosts of(RulesConfig config) {
    return of(config.apiCallHosts().orElse(List.of()));
  }

  /** As above. */
  public static AllowedHosts of(List<String> entries) {
    return new AllowedHosts(
        entries.stream().map(AllowedHosts::entry).collect(Collectors.toUnmodifiableSet()));
  }

  /** True when nobody may be called. */
  public boolean isEmpty() {
    return hosts.isEmpty();
  }

  /**
   * The URL as it may be called, its host in one form. IllegalArgumentException when it may not be:
   * it is no http or https URL, has a user in it, or its host is not listed; the message names the
   * host and nothing else of the URL.
   */
  public URI require(String url) {
    var uri = parsed(url);
    var host = host(uri, defaultPort(uri));
    if (host == null || uri.getRawUserInfo() != null || defaultPort(uri) == ANY_PORT) {
      throw new IllegalArgumentException(
          "it must be an http or https URL with a host, and without a user");
    }
    if (!hosts.contains(host) && !hosts.contains(host.onAnyPort())) {
      throw new IllegalArgumentException(
          "host %s is not listed in %s".formatted(host.name(), OPTION));
    }
    var path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return URI.create(origin(uri) + path + query);
  }

  /**
   * Scheme, host, and the port if it is not the scheme's own: "https://host.example.org:8443". All
   * that may be told of a URL; the rest of it may be secret.
   */
  public static String origin(URI uri) {
    var scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    var own = uri.getPort() == -1 || uri.getPort() == defaultPort(uri);
    return scheme + "://" + name(uri.getHost()) + (own ? "" : ":" + uri.getPort());
  }

  private static URI parsed(String url) {
    if (url.length() > LONGEST_URL) {
      throw new IllegalArgumentException("it is longer than %d characters".formatted(LONGEST_URL));
    }
    try {
      return URI.create(URI.create(url).toASCIIString());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("it is no URL", e);
    }
  }

  private static Host entry(String written) {
    try {
      var entry = written.strip();
      var host = ENTRY.matcher(entry).matches() ? host(parsed("http://" + entry), ANY_PORT) : null;
      if (host != null) {
        return host;
      }
    } catch (IllegalArgumentException _) {
      // refused below, as every other text that is no host
    }
    throw new IllegalArgumentException(
        "%s: '%s' is neither a host nor host:port; an IPv6 address stands in brackets"
            .formatted(OPTION, written));
  }

  /** Null when the URL has none, or a port that there is not. */
  private static @Nullable Host host(URI uri, int portIfNone) {
    var port = uri.getPort() == -1 ? portIfNone : uri.getPort();
    return uri.getHost() == null || uri.getPort() == 0 || port > 65535
        ? null
        : new Host(name(uri.getHost()), port);
  }

  /** Lower case, without the dot of the root; an IPv6 address as Java writes it. */
  private static String name(String host) {
    if (host.startsWith("[")) {
      return "[" + InetAddress.ofLiteral(host).getHostAddress() + "]";
    }
    var name = host.toLowerCase(Locale.ROOT);
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }

  /** Zero for a scheme that is not called. */
  private static int defaultPort(URI uri) {
    return switch (uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT)) {
      case "http" -> 80;
      case "https" -> 443;
      default -> ANY_PORT;
    };
  }
}
