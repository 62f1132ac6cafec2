package dev.assay.api.response;

import dev.assay.api.body.BodyConfig;
import dev.assay.api.log.LimitedLog;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.Startup;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Closes the connection of clients that read a long response too slowly, by the same limits as for
 * sending a body: others need the memory of the response, and the server would wait forever.
 * Source: docs/decisions/0014.
 */
@Startup
@ApplicationScoped
class SlowReaders {
  private static final LimitedLog CUT = new LimitedLog(Logger.getLogger(SlowReaders.class));
  private static final long CHECK_INTERVAL_MILLIS = 500;

  /** The number of bytes that counts as progress. */
  private static final int PROGRESS_BYTES = 16 * 1024;

  private final Vertx vertx;
  private final Duration timeout;
  private final Duration stallTimeout;
  private final LongSupplier nanoTime;
  private final long timer;
  private final Set<Watched> beingSent = ConcurrentHashMap.newKeySet();

  /**
   * The client that reads a response.
   *
   * @param name the request and its client, for log messages
   * @param cut closes the connection, from any thread
   */
  record Reader(String name, Runnable cut) {}

  @Inject
  SlowReaders(BodyConfig config, Vertx vertx) {
    this(config, vertx, System::nanoTime);
  }

  SlowReaders(BodyConfig config, Vertx vertx, LongSupplier nanoTime) {
    this.vertx = vertx;
    this.timeout = config.bodyTimeout();
    this.stallTimeout = config.bodyStallTimeout();
    this.nanoTime = nanoTime;
    this.timer = vertx.setPeriodic(CHECK_INTERVAL_MILLIS, _ -> cutSlow());
  }

  void stop(@Observes ShutdownEvent end) {
    vertx.cancelTimer(timer);
  }

  /**
   * Watches the content of a response, which is read as fast as the client takes it, from its first
   * byte until {@link #forget}. A client that is too slow is cut off, once.
   */
  InputStream watched(InputStream content, Reader reader) {
    return new Watched(content, reader);
  }

  /** Stops watching: the response was sent, or the client is gone. */
  void forget(InputStream watched) {
    if (watched instanceof Watched answer) {
      beingSent.remove(answer);
    }
  }

  /** The number of responses that are being sent. */
  int count() {
    return beingSent.size();
  }

  void cutSlow() {
    var now = nanoTime.getAsLong();
    for (var answer : beingSent) {
      if (now - answer.progressAt > stallTimeout.toNanos()) {
        cut(answer, "made no progress for", stallTimeout, "body-stall-timeout");
      } else if (now - answer.startedAt > timeout.toNanos()) {
        cut(answer, "took longer than", timeout, "body-timeout");
      }
    }
  }

  private void cut(Watched answer, String what, Duration limit, String option) {
    if (beingSent.remove(answer)) {
      CUT.warn(
          ("The client reading the response to %s %s %d s (assay.api.%s); its connection is"
                  + " closed.")
              .formatted(answer.reader.name(), what, limit.toSeconds(), option));
      answer.reader.cut().run();
    }
  }

  private final class Watched extends FilterInputStream {
    private final Reader reader;
    private long startedAt;
    private volatile long progressAt;
    private long read;
    private boolean begun;

    private Watched(InputStream content, Reader reader) {
      super(content);
      this.reader = reader;
    }

    @Override
    public int read() throws IOException {
      begin();
      var value = super.read();
      progress(value < 0 ? 0 : 1);
      return value;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      begin();
      var count = super.read(into, from, length);
      progress(Math.max(0, count));
      return count;
    }

    private void begin() {
      if (!begun) {
        begun = true;
        startedAt = nanoTime.getAsLong();
        progressAt = startedAt;
        beingSent.add(this);
      }
    }

    private void progress(int bytes) {
      read += bytes;
      if (read >= PROGRESS_BYTES) {
        read = 0;
        progressAt = nanoTime.getAsLong();
      }
    }
  }
}
