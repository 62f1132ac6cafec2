package dev.assay.api.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;

/** The connection on which a request came. */
public final class ClientConnection {
  private ClientConnection() {}

  /**
   * Closes it at once, from any thread. The usual close waits until everything pending is sent,
   * which a client that does not read prevents.
   */
  public static void cut(HttpServerRequest request) {
    if (request.connection() instanceof ConnectionBase connection) {
      var front = connection.channel().pipeline().firstContext();
      if (front != null) { // else it is closed already
        var _ = front.close();
      }
    }
  }
}
