package dev.assay.api.http;

import io.quarkus.arc.Arc;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import org.jboss.logging.Logger;

/**
 * What to do with the rest of a body when the answer is already sent. Closing the connection would
 * make the client lose the answer, so the rest is read and thrown away, for a while.
 */
final class UnreadBody {
  private static final Logger LOG = Logger.getLogger(UnreadBody.class);
  private static final long PATIENCE_MILLIS = 30_000;

  private UnreadBody() {}

  static void discard(HttpServerRequest request) {
    if (request.isEnded()) {
      return;
    }
    var connection = request.connection();
    var vertx = Arc.container().instance(Vertx.class).get();
    var timer = vertx.setTimer(PATIENCE_MILLIS, _ -> connection.close());
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
}
