package dev.assay.api.http;

import dev.assay.api.ApiConfig;
import dev.assay.api.source.TrustedProxies;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds the address by which clients know the API, for links. Headers of proxies are used only when
 * a trusted proxy sent them. Source: spec api.md 1 (T8).
 */
public final class BaseAddress {
  private static final Pattern FORWARDED =
      Pattern.compile("(?i)(proto|host)\\s*=\\s*(?:\"([^\"]*)\"|([^;,\\s\"]*))");

  private BaseAddress() {}

  /** The address, without /v1 and without a trailing slash. */
  public static String of(HttpServerRequest request, ApiConfig config, TrustedProxies proxies) {
    return of(request, config.publicEndpoint(), proxies);
  }

  /** As above, for the port that clients know as {@code publicEndpoint} if that is given. */
  public static String of(
      HttpServerRequest request, Optional<String> publicEndpoint, TrustedProxies proxies) {
    return withoutSlash(
        publicEndpoint
            .filter(given -> !given.isBlank())
            .orElseGet(() -> requestedAddress(request, proxies)));
  }

  private static String requestedAddress(HttpServerRequest request, TrustedProxies proxies) {
    var scheme = request.scheme() == null ? "http" : request.scheme();
    var host =
        request.authority() == null
            ? request.localAddress().hostAddress() + ":" + request.localAddress().port()
            : request.authority().toString();
    var own = scheme + "://" + host;
    if (!proxies.sent(request)) {
      return own;
    }
    var told =
        header(request, "X-Forwarded-Proto")
                .or(() -> forwarded(request, "proto"))
                .orElse(scheme)
                .toLowerCase(Locale.ROOT)
            + "://"
            + header(request, "X-Forwarded-Host").or(() -> forwarded(request, "host")).orElse(host)
            + header(request, "X-Forwarded-Prefix").orElse("");
    return isAddress(withoutSlash(told)) ? told : own;
  }

  /** Proxies may pass on what a client made up, of which no link can be made. */
  private static boolean isAddress(String text) {
    try {
      return new URI(text).getRawAuthority() != null;
    } catch (URISyntaxException _) {
      return false;
    }
  }

  /** The last of several values, since clients can send the earlier ones themselves. */
  private static Optional<String> header(HttpServerRequest request, String name) {
    return last(request, name);
  }

  private static Optional<String> forwarded(HttpServerRequest request, String parameter) {
    return last(request, "Forwarded")
        .flatMap(
            value ->
                FORWARDED
                    .matcher(value)
                    .results()
                    .filter(found -> found.group(1).equalsIgnoreCase(parameter))
                    .map(found -> found.group(2) == null ? found.group(3) : found.group(2))
                    .findFirst());
  }

  private static Optional<String> last(HttpServerRequest request, String name) {
    var lines = request.headers().getAll(name);
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(lines.getLast())
            .map(line -> line.substring(line.lastIndexOf(',') + 1).strip())
            .filter(text -> !text.isEmpty());
  }

  private static String withoutSlash(String address) {
    return address.endsWith("/")
        ? withoutSlash(address.substring(0, address.length() - 1))
        : address;
  }
}
