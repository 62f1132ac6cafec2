package dev.assay.api.http;

import dev.assay.api.ApiConfig;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/**
 * Sets the CORS headers for configured origins and responds to preflight requests. Source: spec
 * api.md 1 (T11).
 */
final class Cors {
  private static final String EXPOSED =
      String.join(
          ", ",
          FrontDoor.MIN_VERSION,
          FrontDoor.MAX_VERSION,
          VersionNegotiation.HEADER,
          FrontDoor.REQUEST_ID,
          Warnings.HEADER);
  private static final String ALLOWED =
      String.join(
          ", ",
          EXPOSED,
          VersionNegotiation.COMMON_HEADER,
          "Authorization",
          "Content-Type",
          "X-Auth-Token");

  private Cors() {}

  /**
   * Adds the headers for an origin that is configured; true when the request was a preflight
   * request, which is then complete.
   */
  static boolean answer(RoutingContext context, ApiConfig config) {
    var origin = context.request().getHeader("Origin");
    var origins = config.corsAllowedOrigins().orElse(List.of());
    if (origin == null || !(origins.contains("*") || origins.contains(origin))) {
      return false;
    }
    var response = context.response();
    response.putHeader("Access-Control-Allow-Origin", origin);
    response.putHeader("Vary", "Origin");
    response.putHeader("Access-Control-Expose-Headers", EXPOSED);
    if (!context.request().method().equals(HttpMethod.OPTIONS)
        || !context.request().headers().contains("Access-Control-Request-Method")) {
      return false;
    }
    response.putHeader("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE");
    response.putHeader("Access-Control-Allow-Headers", ALLOWED);
    response.putHeader("Access-Control-Max-Age", "3600");
    response.setStatusCode(204).end();
    return true;
  }
}
