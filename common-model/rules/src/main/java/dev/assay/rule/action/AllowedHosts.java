package dev.assay.rule.action;

import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that action api-call may call, or webhooks. They are checked when a rule is created,
 * when it runs, and before every HTTP request of the call: options can change, and a redirect must
 * not lead to another host. An entry is {@code name}, which allows every port of the host, or
 * {@code name:port}; IPv6 addresses are written in brackets. Names are compared as text, without
 * DNS lookups. Source: spec rules.md 10.1.
 */
public final class AllowedHosts {
  private static final String RULES = "assay.inspection-rules.api-call-hosts";

  /** Allows no host. */
  public static final AllowedHosts NONE = new AllowedHosts(RULES, Set.of());

  private static final Pattern ENTRY_PATTERN = Pattern.compile("[^/?#@\\\\\\s]+");
  private static final int MAX_URL = 8192;
  private static final int ANY_PORT = 0;

  private final String option;
  private final Set<Host> hosts;

  private record Host(String name, int port) {
    Host onAnyPort() {
      return new Host(name, ANY_PORT);
    }
  }

  private AllowedHosts(String option, Set<Host> hosts) {
    this.option = option;
    this.hosts = hosts;
  }

  /**
   * The hosts that rules may call.
   *
   * @throws IllegalArgumentException naming the option and the first entry that is not a host
   */
  public static AllowedHosts of(List<String> entries) {
    return of(RULES, entries);
  }

  /** The same for the hosts that are listed in another option. */
  public static AllowedHosts of(String option, List<String> entries) {
    return new AllowedHosts(
        option,
        entries.stream()
            .map(written -> entry(option, written))
            .collect(Collectors.toUnmodifiableSet()));
  }

  /** True when no host may be called. */
  public boolean isEmpty() {
    return hosts.isEmpty();
  }

  /**
   * Returns the URL to call, with its host normalised.
   *
   * @throws IllegalArgumentException when the URL must not be called: it is not an http or https
   *     URL, it contains a user, or its host is not listed; of the URL, the message contains only
   *     the host
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
          "host %s is not listed in %s".formatted(host.name(), option));
    }
    var path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return URI.create(origin(uri) + path + query);
  }

  /**
   * Scheme, host, and the port if it is not the default of the scheme:
   * "https://host.example.org:8443". Only this part of a URL may be shown; the rest may be secret.
   */
  public static String origin(URI uri) {
    var scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    var isDefaultPort = uri.getPort() == -1 || uri.getPort() == defaultPort(uri);
    return scheme + "://" + name(uri.getHost()) + (isDefaultPort ? "" : ":" + uri.getPort());
  }

  private static URI parsed(String url) {
    if (url.length() > MAX_URL) {
      throw new IllegalArgumentException("it is longer than %d characters".formatted(MAX_URL));
    }
    try {
      return URI.create(URI.create(url).toASCIIString());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("it is no URL", e);
    }
  }

  private static Host entry(String option, String written) {
    try {
      var entry = written.strip();
      var host =
          ENTRY_PATTERN.matcher(entry).matches() ? host(parsed("http://" + entry), ANY_PORT) : null;
      if (host != null) {
        return host;
      }
    } catch (IllegalArgumentException _) {
      // rejected below, like every other text that is not a host
    }
    throw new IllegalArgumentException(
        "%s: '%s' is neither a host nor host:port; write an IPv6 address in brackets"
            .formatted(option, written));
  }

  /** Null when the URL has no host or an invalid port. */
  private static @Nullable Host host(URI uri, int portIfNone) {
    var port = uri.getPort() == -1 ? portIfNone : uri.getPort();
    return uri.getHost() == null || uri.getPort() == 0 || port > 65535
        ? null
        : new Host(name(uri.getHost()), port);
  }

  /** Lower case, without the trailing dot; an IPv6 address as Java formats it. */
  private static String name(String host) {
    if (host.startsWith("[")) {
      return "[" + InetAddress.ofLiteral(host).getHostAddress() + "]";
    }
    var name = host.toLowerCase(Locale.ROOT);
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }

  /** {@link #ANY_PORT} when the scheme is neither http nor https. */
  private static int defaultPort(URI uri) {
    return switch (uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT)) {
      case "http" -> 80;
      case "https" -> 443;
      default -> ANY_PORT;
    };
  }
}
