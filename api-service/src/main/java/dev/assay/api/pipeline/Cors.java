package dev.assay.api.pipeline;

import dev.assay.api.ApiConfig;
import dev.assay.api.http.ClassicVersion;
import dev.assay.api.http.ResponseHeaders;
import dev.assay.api.http.ServedApi;
import dev.assay.api.http.VersionNegotiation;
import dev.assay.api.response.Warnings;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Sets the CORS headers for configured origins and responds to preflight requests. Source: spec
 * api.md 1 (T11).
 */
@Singleton
final class Cors implements RequestStep {
  private static final String EXPOSED =
      String.join(
          ", ",
          ResponseHeaders.MIN_VERSION,
          ResponseHeaders.MAX_VERSION,
          VersionNegotiation.HEADER,
          ResponseHeaders.REQUEST_ID,
          Warnings.HEADER,
          "ETag");
  private static final String ALLOWED =
      String.join(
          ", ",
          EXPOSED,
          VersionNegotiation.COMMON_HEADER,
          "Authorization",
          "Content-Type",
          "If-None-Match",
          "X-Auth-Token");

  private static final String CLASSIC_EXPOSED =
      String.join(
          ", ", ClassicVersion.MIN_HEADER, ClassicVersion.MAX_HEADER, ResponseHeaders.REQUEST_ID);
  private static final String CLASSIC_ALLOWED =
      String.join(
          ", ",
          CLASSIC_EXPOSED,
          ClassicVersion.HEADER,
          VersionNegotiation.COMMON_HEADER,
          "Authorization",
          "Content-Type",
          "X-Auth-Token");

  private final List<String> origins;

  Cors(ApiConfig config) {
    origins = config.corsAllowedOrigins().orElse(List.of());
  }

  @Override
  public void handle(IncomingRequest request, Runnable next) {
    if (!isPreflight(request.context())) {
      next.run();
    }
  }

  private static String exposed(ServedApi api) {
    return switch (api) {
      case BARE_METAL -> EXPOSED;
      case CLASSIC -> CLASSIC_EXPOSED;
    };
  }

  private static String allowed(ServedApi api) {
    return switch (api) {
      case BARE_METAL -> ALLOWED;
      case CLASSIC -> CLASSIC_ALLOWED;
    };
  }

  /**
   * Adds the headers for an origin that is configured; true when the request was a preflight
   * request, which is then complete.
   */
  private boolean isPreflight(RoutingContext context) {
    var origin = context.request().getHeader("Origin");
    if (origin == null || !(origins.contains("*") || origins.contains(origin))) {
      return false;
    }
    var response = context.response();
    response.putHeader("Access-Control-Allow-Origin", origin);
    response.putHeader("Vary", "Origin");
    response.putHeader("Access-Control-Expose-Headers", exposed(ServedApi.of(context)));
    if (!context.request().method().equals(HttpMethod.OPTIONS)
        || !context.request().headers().contains("Access-Control-Request-Method")) {
      return false;
    }
    response.putHeader("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE");
    response.putHeader("Access-Control-Allow-Headers", allowed(ServedApi.of(context)));
    response.putHeader("Access-Control-Max-Age", "3600");
    response.setStatusCode(204).end();
    return true;
  }
}
