package dev.assay.api.pipeline;

import dev.assay.api.log.LimitedLog;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;

/**
 * Closes the connection of a client that sends ever more requests without waiting for responses, or
 * without reading them. The server would keep all of them in memory (Vert.x 4.5), also those that
 * are not authenticated. Runs before every other route. Source: docs/decisions/0014.
 */
@ApplicationScoped
class PipelinedRequests {
  /** Requests of one connection that may wait for their responses. Clients seldom send a second. */
  static final int MOST_UNANSWERED = 16;

  /** Bytes of responses that the client has not read when it sends the next request. */
  static final long MOST_UNREAD = 1024L * 1024;

  private static final LimitedLog CLOSED =
      new LimitedLog(Logger.getLogger(PipelinedRequests.class));

  /** The name of the handler of the server, which queues requests. */
  private static final String SERVER = "handler";

  void open(@Observes Router router) {
    router
        .route()
        .order(RequestPipeline.ROUTE_ORDER - 101)
        .handler(
            context -> {
              watch(context.request());
              context.next();
            });
  }

  /** Begins to watch the connection with its first request. */
  private static void watch(HttpServerRequest request) {
    if (request.connection() instanceof ConnectionBase connection) {
      var pipeline = connection.channel().pipeline();
      if (pipeline.get(Watch.class) == null && pipeline.get(SERVER) != null) {
        pipeline.addBefore(SERVER, Watch.class.getName(), new Watch());
      }
    }
  }

  /** Used by the event loop of its connection only. */
  static final class Watch extends ChannelDuplexHandler {
    private int unanswered = 1; // the request that has come already
    private boolean closed;

    @Override
    public void channelRead(ChannelHandlerContext channel, Object message) {
      if (!closed && message instanceof HttpRequest) {
        if (unanswered >= MOST_UNANSWERED || unread(channel) > MOST_UNREAD) {
          close(channel);
        } else {
          unanswered++;
        }
      }
      if (closed) {
        ReferenceCountUtil.release(message);
      } else {
        channel.fireChannelRead(message);
      }
    }

    @Override
    public void write(ChannelHandlerContext channel, Object message, ChannelPromise done) {
      if (message instanceof LastHttpContent && !isInformational(message)) {
        unanswered--;
      }
      var _ = channel.write(message, done);
    }

    private void close(ChannelHandlerContext channel) {
      closed = true;
      CLOSED.warn(
          ("The connection from %s is closed: its client sends requests without reading the"
                  + " responses to %d before.")
              .formatted(channel.channel().remoteAddress(), unanswered));
      var _ = channel.close();
    }

    private static long unread(ChannelHandlerContext channel) {
      var buffer = channel.channel().unsafe().outboundBuffer();
      return buffer == null ? 0 : buffer.totalPendingWriteBytes(); // null once it is closed
    }

    /** 100 Continue is followed by the response. */
    private static boolean isInformational(Object message) {
      return message instanceof HttpResponse response
          && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }
  }
}
