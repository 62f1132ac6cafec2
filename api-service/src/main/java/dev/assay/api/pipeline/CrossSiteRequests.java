package dev.assay.api.pipeline;

import dev.assay.api.ApiConfig;
import dev.assay.api.ApiConfig.AuthStrategy;
import dev.assay.api.http.BaseAddress;
import dev.assay.api.source.TrustedProxies;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refuses requests that a foreign web page makes the browser of an operator send. Blocks DNS
 * rebinding, where the page makes its own host name resolve to this API (detected by {@code Host}),
 * when no password is required; and CSRF, a cross-site request that changes something (detected by
 * {@code Origin}), always. Clients that are not browsers send no Origin. Source:
 * docs/decisions/0016, RFC 6454.
 */
@Singleton
class CrossSiteRequests implements RequestStep {
  private static final Set<HttpMethod> READING =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);
  private static final Set<String> OTHER_SITE = Set.of("cross-site", "same-site");
  private static final Pattern ORIGIN = Pattern.compile("(?i)(https?)://([^/?#@]+)");
  private static final int MAX_LENGTH = 200;
  private static final String ANY = "*";

  private final ApiConfig config;
  private final TrustedProxies proxies;
  private final boolean everyHost;
  private final boolean onLoopback;
  private final Set<String> hosts = new TreeSet<>();
  private final List<String> origins;

  CrossSiteRequests(ApiConfig config, TrustedProxies proxies) {
    this.config = config;
    this.proxies = proxies;
    this.origins = config.corsAllowedOrigins().orElse(List.of());
    var listenAddress = config.host().orElse("127.0.0.1");
    this.onLoopback = loopback(listenAddress);
    hosts.add("localhost");
    hosts.add(normalized(listenAddress));
    config.allowedHosts().ifPresent(all -> all.forEach(host -> hosts.add(normalized(host))));
    config
        .publicEndpoint()
        .map(CrossSiteRequests::hostAndPort)
        .ifPresent(hostAndPort -> hosts.add(normalized(withoutPort(hostAndPort))));
    if (!onLoopback) {
      localHostName().ifPresent(name -> hosts.add(normalized(name)));
    }
    this.everyHost = config.authStrategy() != AuthStrategy.NOAUTH || hosts.contains(ANY);
  }

  @Override
  public void handle(IncomingRequest request, Runnable next) {
    refusal(request.http()).ifPresentOrElse(request::forbid, next);
  }

  /** The reason for which {@code request} is refused; empty when it is allowed. */
  Optional<String> refusal(HttpServerRequest request) {
    var host = request.getHeader("Host");
    if (host != null && !everyHost && !isOurHost(host, request)) {
      return Optional.of(
          "The request is for the host %s, which this API does not know as its own name: use the address it listens at, or add the name to assay.api.allowed-hosts."
              .formatted(shortened(host)));
    }
    if (READING.contains(request.method())) {
      return Optional.empty();
    }
    var origin = request.getHeader("Origin");
    if (origin == null) {
      var site = request.getHeader("Sec-Fetch-Site");
      return site != null && OTHER_SITE.contains(site)
          ? notAllowed("another site")
          : Optional.empty();
    }
    return origins.contains(ANY) || origins.contains(origin) || sameOrigin(origin, request)
        ? Optional.empty()
        : notAllowed(shortened(origin));
  }

  private static Optional<String> notAllowed(String origin) {
    return Optional.of(
        "A web page of %s may not change anything here: add its origin to assay.api.cors-allowed-origins if it should."
            .formatted(origin));
  }

  /**
   * True for one of our host names. Unless the API listens on loopback only, every IP address is
   * accepted, too: a page cannot take over an address, and the client may see another one than we
   * do.
   */
  private boolean isOurHost(String header, HttpServerRequest request) {
    var host = normalized(withoutPort(header));
    if (hosts.contains(host)) {
      return true;
    }
    return ipLiteral(host)
        .filter(
            address ->
                !onLoopback
                    || address.isLoopbackAddress()
                    || address.getHostAddress().equals(request.localAddress().hostAddress()))
        .isPresent();
  }

  private boolean sameOrigin(String origin, HttpServerRequest request) {
    var page = ORIGIN.matcher(origin.strip());
    if (!page.matches() || (request.isSSL() && !page.group(1).equalsIgnoreCase("https"))) {
      return false;
    }
    var hostAndPort = hostAndPort(page);
    var host = request.getHeader("Host");
    return (host != null && hostAndPort.equals(hostAndPort(page.group(1), host)))
        || hostAndPort.equals(hostAndPort(BaseAddress.of(request, config, proxies)));
  }

  /**
   * Host and port, with the default port of the scheme when none is given; empty when {@code url}
   * is not a URL.
   */
  private static String hostAndPort(String url) {
    var found = ORIGIN.matcher(url);
    return found.lookingAt() ? hostAndPort(found) : "";
  }

  private static String hostAndPort(Matcher origin) {
    return hostAndPort(origin.group(1), origin.group(2));
  }

  private static String hostAndPort(String scheme, String authority) {
    var host = withoutPort(authority);
    var port = authority.strip().substring(host.length());
    var usual = scheme.equalsIgnoreCase("https") ? ":443" : ":80";
    return normalized(host) + (port.isEmpty() ? usual : port);
  }

  private static String withoutPort(String header) {
    var text = header.strip();
    var colon = text.lastIndexOf(':');
    return colon > text.lastIndexOf(']') ? text.substring(0, colon) : text;
  }

  /** The host in lower case, without brackets and without a trailing dot. */
  private static String normalized(String host) {
    var name = host.strip().toLowerCase(Locale.ROOT);
    var bare =
        name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
    return bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare;
  }

  private static Optional<InetAddress> ipLiteral(String host) {
    try {
      return Optional.of(InetAddress.ofLiteral(host));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static boolean loopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException _) {
      return false;
    }
  }

  private static Optional<String> localHostName() {
    try {
      return Optional.of(InetAddress.getLocalHost().getHostName());
    } catch (UnknownHostException _) {
      return Optional.empty(); // its names are then those in assay.api.allowed-hosts
    }
  }

  private static String shortened(String text) {
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
  }
}
