package dev.assay.api.http;

import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/**
 * The header Accept as the client sent it. Clients of Ironic send all kinds of it and get JSON in
 * any case, so resources see another one; who serves something else too looks here.
 */
public final class AcceptedTypes {
  private static final String KEY = AcceptedTypes.class.getName();

  private AcceptedTypes() {}

  /** Keeps what the client sent, and has resources see that it accepts JSON. */
  public static void keep(RoutingContext context) {
    var headers = context.request().headers();
    context.put(KEY, headers.getAll(HttpHeaders.ACCEPT));
    headers.set(HttpHeaders.ACCEPT, MediaType.APPLICATION_JSON);
  }

  /** True when the client accepts a stream of server-sent events, by name. */
  public static boolean haveStream(RoutingContext context) {
    List<String> sent = context.get(KEY);
    return sent != null
        && sent.stream().anyMatch(accepted -> accepted.contains(MediaType.SERVER_SENT_EVENTS));
  }
}
