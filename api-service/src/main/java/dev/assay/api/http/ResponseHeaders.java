package dev.assay.api.http;

import io.vertx.ext.web.RoutingContext;
import java.util.UUID;

/**
 * The headers that every response carries: the id of the request and the versions of the API that
 * it is for. Source: spec api.md 2 and 3, inspector-compat.md 1 (I3).
 */
public final class ResponseHeaders {
  public static final String REQUEST_ID = "openstack-request-id";
  public static final String SECOND_REQUEST_ID = "x-openstack-request-id";

  /** Only on responses to lookups and callbacks. Source: spec conductor.md 4.4. */
  public static final String REFERENCE = "X-Assay-Reference";

  public static final String MIN_VERSION = "X-OpenStack-Ironic-API-Minimum-Version";
  public static final String MAX_VERSION = "X-OpenStack-Ironic-API-Maximum-Version";

  private ResponseHeaders() {}

  /** Adds them. */
  public static void add(RoutingContext context, String requestId) {
    var response = context.response();
    response.putHeader(REQUEST_ID, requestId);
    response.putHeader(SECOND_REQUEST_ID, requestId);
    switch (ServedApi.of(context)) {
      case BARE_METAL -> {
        response.putHeader(MIN_VERSION, ApiVersion.MIN.toString());
        response.putHeader(MAX_VERSION, ApiVersion.MAX.toString());
      }
      case CLASSIC -> {
        response.putHeader(ClassicVersion.MIN_HEADER, ClassicVersion.MIN.toString());
        response.putHeader(ClassicVersion.MAX_HEADER, ClassicVersion.MAX.toString());
      }
    }
  }

  /** A new id, "req-" and a UUID. */
  public static String newRequestId() {
    return "req-" + UUID.randomUUID();
  }
}
