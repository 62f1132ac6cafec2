package dev.assay.api.http;

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
 * Cuts off who reads a long answer too slowly, by the limits for who sends a body too slowly: the
 * memory of the answer is wanted for others, and the server would wait for ever. Source:
 * docs/decisions/0014.
 */
@Startup
@ApplicationScoped
class SlowReaders {
  private static final LimitedLog CUT = new LimitedLog(Logger.getLogger(SlowReaders.class));
  private static final long LOOK_MILLIS = 500;

  /** So many bytes are progress. */
  private static final int STEP = 16 * 1024;

  private final Vertx vertx;
  private final Duration timeout;
  private final Duration stallTimeout;
  private final LongSupplier nanoTime;
  private final long timer;
  private final Set<Watched> underWay = ConcurrentHashMap.newKeySet();

  /**
   * Who reads an answer.
   *
   * @param name what is asked for by whom, for people
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
    this.timer = vertx.setPeriodic(LOOK_MILLIS, _ -> cutSlow());
  }

  void stop(@Observes ShutdownEvent end) {
    vertx.cancelTimer(timer);
  }

  /**
   * The content of an answer, which is read as fast as the client takes it: watched from its first
   * byte on until it is forgotten. Its reader is cut off, once, when that is too slow.
   */
  InputStream watched(InputStream content, Reader reader) {
    return new Watched(content, reader);
  }

  /** The answer is out, or its reader is gone. */
  void forget(InputStream watched) {
    if (watched instanceof Watched answer) {
      underWay.remove(answer);
    }
  }

  /** How many answers are on their way. */
  int count() {
    return underWay.size();
  }

  void cutSlow() {
    var now = nanoTime.getAsLong();
    for (var answer : underWay) {
      if (now - answer.progressAt > stallTimeout.toNanos()) {
        cut(answer, "came no further for", stallTimeout, "body-stall-timeout");
      } else if (now - answer.startedAt > timeout.toNanos()) {
        cut(answer, "took longer than", timeout, "body-timeout");
      }
    }
  }

  private void cut(Watched answer, String what, Duration limit, String option) {
    if (underWay.remove(answer)) {
      CUT.warn(
          "The reader of the answer to %s %s %d s (assay.api.%s); its connection is closed."
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
        underWay.add(this);
      }
    }

    private void progress(int bytes) {
      read += bytes;
      if (read >= STEP) {
        read = 0;
        progressAt = nanoTime.getAsLong();
      }
    }
  }
}
