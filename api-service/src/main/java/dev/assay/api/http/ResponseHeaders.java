package dev.assay.api.http;

import io.vertx.core.http.HttpServerResponse;
import java.util.UUID;

/** The headers that every response carries. Source: spec api.md 2 and 3. */
public final class ResponseHeaders {
  public static final String REQUEST_ID = "openstack-request-id";
  public static final String SECOND_REQUEST_ID = "x-openstack-request-id";
  public static final String MIN_VERSION = "X-OpenStack-Ironic-API-Minimum-Version";
  public static final String MAX_VERSION = "X-OpenStack-Ironic-API-Maximum-Version";

  private ResponseHeaders() {}

  /** Adds them. */
  public static void add(HttpServerResponse response, String requestId) {
    response.putHeader(REQUEST_ID, requestId);
    response.putHeader(SECOND_REQUEST_ID, requestId);
    response.putHeader(MIN_VERSION, ApiVersion.MIN.toString());
    response.putHeader(MAX_VERSION, ApiVersion.MAX.toString());
  }

  /** A new id, "req-" and a UUID. */
  public static String newRequestId() {
    return "req-" + UUID.randomUUID();
  }
}
