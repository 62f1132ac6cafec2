package dev.assay.api.http;

import dev.assay.api.ApiConfig;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The address by which clients know the API, for links. Source: spec api.md 1 (T8). */
final class BaseAddress {
  private static final Pattern FORWARDED =
      Pattern.compile("(?i)(proto|host)\\s*=\\s*(?:\"([^\"]*)\"|([^;,\\s\"]*))");

  private BaseAddress() {}

  /** Without /v1 and without a slash at its end. */
  static String of(HttpServerRequest request, ApiConfig config) {
    return withoutSlash(
        config
            .publicEndpoint()
            .filter(given -> !given.isBlank())
            .orElseGet(() -> asked(request, config)));
  }

  private static String asked(HttpServerRequest request, ApiConfig config) {
    var scheme = request.scheme() == null ? "http" : request.scheme();
    var host =
        request.authority() == null
            ? request.localAddress().hostAddress() + ":" + request.localAddress().port()
            : request.authority().toString();
    if (!config.enableProxyHeadersParsing()) {
      return scheme + "://" + host;
    }
    return header(request, "X-Forwarded-Proto")
            .or(() -> forwarded(request, "proto"))
            .orElse(scheme)
            .toLowerCase(Locale.ROOT)
        + "://"
        + header(request, "X-Forwarded-Host").or(() -> forwarded(request, "host")).orElse(host)
        + header(request, "X-Forwarded-Prefix").orElse("");
  }

  /** The first of several values: that of the proxy nearest to the client. */
  private static Optional<String> header(HttpServerRequest request, String name) {
    return first(request.getHeader(name));
  }

  private static Optional<String> forwarded(HttpServerRequest request, String parameter) {
    return first(request.getHeader("Forwarded"))
        .flatMap(
            value ->
                FORWARDED
                    .matcher(value)
                    .results()
                    .filter(found -> found.group(1).equalsIgnoreCase(parameter))
                    .map(found -> found.group(2) == null ? found.group(3) : found.group(2))
                    .findFirst());
  }

  private static Optional<String> first(@Nullable String value) {
    return Optional.ofNullable(value)
        .map(all -> all.split(",", 2)[0].strip())
        .filter(text -> !text.isEmpty());
  }

  private static String withoutSlash(String address) {
    return address.endsWith("/")
        ? withoutSlash(address.substring(0, address.length() - 1))
        : address;
  }
}
