package dev.assay.api.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.io.ByteArrayInputStream;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Takes in a body on the event loop, chunk by chunk and counted, before a thread is spent on the
 * request: a slow sender holds no thread, one that stops sending is cut off by the idle time-out of
 * the server, and one that sends too much is stopped at the limit. (Reading it as a stream on a
 * virtual thread lost chunks under load: Quarkus 3.34.1, the read then timed out.) Source: spec
 * api.md 1 (T6).
 */
public final class WholeBody {
  private static final String KEY = WholeBody.class.getName();

  /** Gives the body to the resource. */
  @ServerRequestFilter
  public void give(ContainerRequestContext request, RoutingContext context) {
    Buffer body = context.get(KEY);
    if (body != null) {
      request.setEntityStream(new ByteArrayInputStream(body.getBytes()));
    }
  }

  /** Goes on to the resource when the body is here; answers 413 when it is longer than allowed. */
  static void receive(RoutingContext context, long limit) {
    var request = context.request();
    var body = Buffer.buffer();
    request.endHandler(
        _ -> {
          context.put(KEY, body);
          context.next();
        });
    request.handler(
        chunk -> {
          if (body.length() + chunk.length() <= limit) {
            body.appendBuffer(chunk);
          } else {
            refuse(context, request, limit);
          }
        });
    request.resume();
  }

  /** True when all of the body was read. */
  static boolean isTakenIn(RoutingContext context) {
    return context.get(KEY) != null;
  }

  /** That a body is longer than {@code limit} bytes. */
  static void refuse(RoutingContext context, HttpServerRequest request, long limit) {
    request.handler(_ -> {});
    request.endHandler(_ -> {});
    ErrorAnswers.end(
        context,
        413,
        ErrorBody.flat(
            413, "The body of the request is longer than %d KiB.".formatted(limit / 1024)));
  }
}
