package dev.assay.api.http;

import dev.assay.error.ErrorCode;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** Counts a body while it is read: one sent in chunks has no length. Source: spec api.md 1 (T6). */
public final class BodyBound {
  private static final String KEY = BodyBound.class.getName();

  /** Wraps the body before a resource reads it. */
  @ServerRequestFilter
  public void bound(ContainerRequestContext request, RoutingContext context) {
    Long limit = context.get(KEY);
    if (limit != null && request.hasEntity()) {
      request.setEntityStream(new Counted(request.getEntityStream(), limit));
    }
  }

  static void set(RoutingContext context, long limit) {
    context.put(KEY, limit);
  }

  static String sentence(long limit) {
    return "The body of the request is longer than %d KiB.".formatted(limit / 1024);
  }

  private static final class Counted extends FilterInputStream {
    private final long limit;
    private long count;

    Counted(InputStream body, long limit) {
      super(body);
      this.limit = limit;
    }

    @Override
    public int read() throws IOException {
      var read = super.read();
      count(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      var read = super.read(bytes, offset, length);
      count(Math.max(0, read));
      return read;
    }

    private void count(int more) {
      count += more;
      if (count > limit) {
        throw new BodyRefused(ErrorCode.TOO_LARGE, sentence(limit));
      }
    }
  }
}
