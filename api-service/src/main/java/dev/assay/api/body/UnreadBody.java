package dev.assay.api.body;

import io.quarkus.arc.Arc;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import org.jboss.logging.Logger;

/**
 * Discards the rest of a body when the response is already sent. Closing the connection would make
 * the client lose the response, so the rest is read and thrown away, for a limited time.
 */
public final class UnreadBody {
  private static final Logger LOG = Logger.getLogger(UnreadBody.class);
  private static final long MAX_MILLIS = 30_000;

  private UnreadBody() {}

  /**
   * Called when the response is sent. Does not check {@code isEnded} for a request whose body was
   * received completely: paused again by the framework it is false, and the timer would close the
   * connection during the next request.
   */
  public static void discardUnlessTakenIn(RoutingContext context) {
    if (!WholeBody.isTakenIn(context) && !context.request().isEnded()) {
      discard(context.request());
    }
  }

  private static void discard(HttpServerRequest request) {
    var connection = request.connection();
    var vertx = Arc.container().instance(Vertx.class).get();
    var timer = vertx.setTimer(MAX_MILLIS, _ -> closeUnlessEnded(request, connection));
    try {
      request.endHandler(_ -> vertx.cancelTimer(timer));
      request.exceptionHandler(_ -> vertx.cancelTimer(timer));
      request.handler(_ -> {});
      request.resume();
    } catch (IllegalStateException e) {
      vertx.cancelTimer(timer);
      LOG.trace("The body ended meanwhile.", e);
    }
  }

  private static void closeUnlessEnded(HttpServerRequest request, HttpConnection connection) {
    if (!request.isEnded()) {
      connection.close();
    }
  }
}
