package dev.assay.api.response;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * The content of a response, which is read only as fast as the event loop passes it to the
 * connection. The server's own back pressure counts what has reached the connection, not what waits
 * for the event loop: while the loop is busy, a whole response would be queued there, and its
 * memory no longer be reserved.
 */
public final class PacedContent extends FilterInputStream {
  /** The number of bytes that may wait for the event loop. */
  static final int PACE_BYTES = 64 * 1024;

  private final Executor eventLoop;
  private long unconfirmed;

  /** {@code content} as the response to {@code request}. */
  public static InputStream of(InputStream content, HttpServerRequest request) {
    return request.connection() instanceof ConnectionBase connection
        ? new PacedContent(content, connection.channel().eventLoop())
        : content;
  }

  PacedContent(InputStream content, Executor eventLoop) {
    super(content);
    this.eventLoop = eventLoop;
  }

  @Override
  public int read() throws IOException {
    pace();
    return count(super.read(), 1);
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    pace();
    var read = super.read(into, from, length);
    return count(read, read);
  }

  private void pace() throws IOException {
    if (unconfirmed >= PACE_BYTES) {
      awaitEventLoop();
    }
  }

  private int count(int read, int bytes) throws IOException {
    if (read >= 0) {
      unconfirmed += bytes;
    } else if (unconfirmed > 0) {
      awaitEventLoop();
    }
    return read;
  }

  /** Waits until the event loop has done what was queued for it so far. */
  private void awaitEventLoop() throws IOException {
    var done = new CountDownLatch(1);
    try {
      eventLoop.execute(done::countDown);
      done.await();
    } catch (RejectedExecutionException e) {
      throw new IOException("the server is stopping", e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while sending a response");
    }
    unconfirmed = 0;
  }
}
