package dev.assay.api.http;

import io.vertx.ext.web.RoutingContext;

/** The APIs that this service serves. Each request belongs to one from its first step on. */
public enum ServedApi {
  /** The Bare Metal API. Source: spec api.md. */
  BARE_METAL,
  /** The classic Inspector API. Source: spec inspector-compat.md. */
  CLASSIC;

  private static final String KEY = ServedApi.class.getName();

  /** The API that the request is for. */
  public static ServedApi of(RoutingContext context) {
    ServedApi chosen = context.get(KEY);
    return chosen == null ? BARE_METAL : chosen;
  }

  /** Whether {@link #choose} was called for the request. */
  public static boolean isChosen(RoutingContext context) {
    return context.get(KEY) != null;
  }

  /** Makes {@code context} a request for this API. */
  public void choose(RoutingContext context) {
    context.put(KEY, this);
  }
}
