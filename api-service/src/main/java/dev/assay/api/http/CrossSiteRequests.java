package dev.assay.api.http;

import dev.assay.api.ApiConfig;
import dev.assay.api.ApiConfig.AuthStrategy;
import dev.assay.api.source.TrustedProxies;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import jakarta.enterprise.context.ApplicationScoped;
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
 * What a web page of somebody else makes the browser of an operator send. Two ways are closed: a
 * name of the page's own that is made to lead here (DNS rebinding; the {@code Host} tells it),
 * where no password is asked for; and a request across sites that changes something (CSRF; the
 * {@code Origin} tells it), always. Programs that are no browsers send no Origin. Source:
 * docs/decisions/0016, RFC 6454.
 */
@ApplicationScoped
class CrossSiteRequests {
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
    var bound = config.host().orElse("127.0.0.1");
    this.onLoopback = loopback(bound);
    hosts.add("localhost");
    hosts.add(plain(bound));
    config.allowedHosts().ifPresent(all -> all.forEach(host -> hosts.add(plain(host))));
    config
        .publicEndpoint()
        .map(CrossSiteRequests::place)
        .ifPresent(place -> hosts.add(plain(withoutPort(place))));
    if (!onLoopback) {
      ownName().ifPresent(name -> hosts.add(plain(name)));
    }
    this.everyHost = config.authStrategy() != AuthStrategy.NOAUTH || hosts.contains(ANY);
  }

  /** Why {@code request} is refused; empty when it may go on. */
  Optional<String> refusal(HttpServerRequest request) {
    var host = request.getHeader("Host");
    if (host != null && !everyHost && !known(host, request)) {
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
    return origins.contains(ANY) || origins.contains(origin) || own(origin, request)
        ? Optional.empty()
        : notAllowed(shortened(origin));
  }

  private static Optional<String> notAllowed(String origin) {
    return Optional.of(
        "A web page of %s may not change anything here: add its origin to assay.api.cors-allowed-origins if it should."
            .formatted(origin));
  }

  /**
   * Beyond loopback every address is known, too: a page cannot make an address its own, and the
   * client may see another one than we do.
   */
  private boolean known(String header, HttpServerRequest request) {
    var host = plain(withoutPort(header));
    if (hosts.contains(host)) {
      return true;
    }
    return literal(host)
        .filter(
            address ->
                !onLoopback
                    || address.isLoopbackAddress()
                    || address.getHostAddress().equals(request.localAddress().hostAddress()))
        .isPresent();
  }

  private boolean own(String origin, HttpServerRequest request) {
    var page = ORIGIN.matcher(origin.strip());
    if (!page.matches() || (request.isSSL() && !page.group(1).equalsIgnoreCase("https"))) {
      return false;
    }
    var place = place(page);
    var host = request.getHeader("Host");
    return (host != null && place.equals(place(page.group(1), host)))
        || place.equals(place(BaseAddress.of(request, config, proxies)));
  }

  /** Host and port, whether the port was written or not; empty for what is no URL. */
  private static String place(String url) {
    var found = ORIGIN.matcher(url);
    return found.lookingAt() ? place(found) : "";
  }

  private static String place(Matcher origin) {
    return place(origin.group(1), origin.group(2));
  }

  private static String place(String scheme, String authority) {
    var host = withoutPort(authority);
    var port = authority.strip().substring(host.length());
    var usual = scheme.equalsIgnoreCase("https") ? ":443" : ":80";
    return plain(host) + (port.isEmpty() ? usual : port);
  }

  private static String withoutPort(String header) {
    var text = header.strip();
    var colon = text.lastIndexOf(':');
    return colon > text.lastIndexOf(']') ? text.substring(0, colon) : text;
  }

  /** A name in its one form; an address without brackets. */
  private static String plain(String host) {
    var name = host.strip().toLowerCase(Locale.ROOT);
    var bare =
        name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
    return bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare;
  }

  private static Optional<InetAddress> literal(String host) {
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

  private static Optional<String> ownName() {
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
