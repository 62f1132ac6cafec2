package dev.assay.api.body;

import dev.assay.api.log.LimitedLog;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * All request bodies that are being received, with the memory and disk space they use together. An
 * incomplete body takes little memory; disk space is limited, and when it runs out the body that
 * stalled the longest is cut off. Source: docs/architecture.md, invariant 8, docs/decisions/0014.
 */
@Startup
@ApplicationScoped
public class BodiesBeingReceived {
  private static final Logger LOG = Logger.getLogger(BodiesBeingReceived.class);
  private static final LimitedLog FULL = new LimitedLog(LOG);
  private static final long MIN_DISK_BYTES = 16L << 20;
  private static final long MIN_RATE = 1L << 20;
  private static final long RATE_PER_PROCESSOR = 16L << 20;
  private static final int WRITER_THREADS = 4;
  private static final long CHECK_INTERVAL_MILLIS = 500;

  private final Vertx vertx;
  private final WorkerExecutor writers;
  private final Path folder;
  private final long diskLimit;
  private final long memoryLimit = Runtime.getRuntime().maxMemory() / 16;
  private final Duration timeout;
  private final Duration stallTimeout;
  private final LongSupplier nanoTime;
  private final ByteRate pace;
  private final long timer;
  private final AtomicLong disk = new AtomicLong();
  private final AtomicLong memory = new AtomicLong();
  private final Set<BodyReceiver> receivers = ConcurrentHashMap.newKeySet();

  @Inject
  BodiesBeingReceived(BodyConfig config, Vertx vertx) {
    this(config, vertx, System::nanoTime);
  }

  BodiesBeingReceived(BodyConfig config, Vertx vertx, LongSupplier nanoTime) {
    this.vertx = vertx;
    this.nanoTime = nanoTime;
    this.writers = vertx.createSharedWorkerExecutor("bodies", WRITER_THREADS);
    this.folder = config.bodyFolder().orElse(Path.of(System.getProperty("java.io.tmpdir")));
    this.diskLimit = config.bodyDiskSize().asLongValue();
    this.timeout = atLeastASecond("assay.api.body-timeout", config.bodyTimeout());
    this.stallTimeout = atLeastASecond("assay.api.body-stall-timeout", config.bodyStallTimeout());
    this.pace = new ByteRate(rate(config), nanoTime);
    if (diskLimit < MIN_DISK_BYTES) {
      throw new IllegalArgumentException("assay.api.body-disk-size must be 16M or more");
    }
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new IllegalArgumentException(
          "assay.api.body-folder: %s is no folder that can be written to".formatted(folder));
    }
    this.timer = vertx.setPeriodic(CHECK_INTERVAL_MILLIS, _ -> cutSlow());
  }

  private static long rate(BodyConfig config) {
    var rate =
        config
            .bodyRate()
            .map(MemorySize::asLongValue)
            .orElse(Runtime.getRuntime().availableProcessors() * RATE_PER_PROCESSOR);
    if (rate < MIN_RATE) {
      throw new IllegalArgumentException("assay.api.body-rate must be 1M or more");
    }
    return rate;
  }

  private static Duration atLeastASecond(String option, Duration value) {
    if (value.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(option + " must be 1s or more");
    }
    return value;
  }

  void stop(@Observes ShutdownEvent end) {
    vertx.cancelTimer(timer);
  }

  /**
   * Receives the body and then passes the request to its resource; responds with 413 when the body
   * is longer than {@code limit} bytes.
   */
  public void receive(RoutingContext context, long limit) {
    var receiver = new BodyReceiver(context, limit, this);
    receivers.add(receiver);
    receiver.begin();
  }

  void ended(BodyReceiver receiver) {
    receivers.remove(receiver);
  }

  long nanoTime() {
    return nanoTime.getAsLong();
  }

  BodyFile file() {
    return new BodyFile(folder);
  }

  /**
   * Counts {@code bytes} as in memory; false when the limit is exceeded, so that they should go to
   * disk.
   */
  boolean keep(int bytes) {
    return memory.addAndGet(bytes) <= memoryLimit;
  }

  /** Counts {@code bytes} as no longer in memory. */
  void forget(int bytes) {
    memory.addAndGet(-bytes);
  }

  /** The number of bodies that are being received. */
  int count() {
    return receivers.size();
  }

  /** Bytes on disk. */
  long onDisk() {
    return disk.get();
  }

  /** Bytes in memory, of bodies that are not yet with their resource. */
  long inMemory() {
    return memory.get();
  }

  /**
   * Counts {@code bytes} as on disk, and cuts off another body when the limit is exceeded; false
   * when there is none to cut off.
   */
  boolean takeDisk(int bytes, BodyReceiver by) {
    if (disk.addAndGet(bytes) <= diskLimit) {
      return true;
    }
    return makeRoom(bytes, by);
  }

  /** Synchronized, so that no more bodies are cut off than needed. */
  private synchronized boolean makeRoom(int bytes, BodyReceiver by) {
    if (disk.get() <= diskLimit) {
      return true;
    }
    var longestStalled =
        receivers.stream()
            .filter(other -> other != by && !other.writing() && other.onDisk() > 0)
            .min(Comparator.comparingLong(other -> other.progressAt() - by.progressAt()));
    if (longestStalled.isEmpty()) {
      disk.addAndGet(-bytes);
      return false;
    }
    FULL.warn("Bodies fill assay.api.body-disk-size: the one that stalls the longest is cut off.");
    disk.addAndGet(-longestStalled.get().giveUpDisk());
    longestStalled
        .get()
        .cut(
            "The body of the request arrived too slowly while other requests needed the disk space;"
                + " try again.");
    return true;
  }

  /**
   * Appends {@code piece} to {@code file} once the rate limit allows it, on a thread pool for
   * bodies alone, so that a slow disk delays nothing else.
   */
  Future<Void> write(BodyFile file, Pieces piece) {
    var wait = pace.millisFor(piece.length());
    return wait == 0
        ? append(file, piece)
        : vertx.timer(wait, TimeUnit.MILLISECONDS).compose(_ -> append(file, piece));
  }

  private Future<Void> append(BodyFile file, Pieces piece) {
    return writers.executeBlocking(
        () -> {
          file.append(piece);
          return null;
        },
        false);
  }

  /** A task that counts {@code bytes} as no longer in memory the first time it runs. */
  Runnable onceForgotten(int bytes) {
    var open = new AtomicBoolean(true);
    return () -> {
      if (open.compareAndSet(true, false)) {
        forget(bytes);
      }
    };
  }

  /** A task that closes {@code file} and frees its {@code bytes} the first time it runs. */
  Runnable onceFreed(BodyFile file, long bytes) {
    var open = new AtomicBoolean(true);
    return () -> {
      if (open.compareAndSet(true, false)) {
        disk.addAndGet(-bytes);
        close(file);
      }
    };
  }

  private static void close(BodyFile file) {
    try {
      file.close();
    } catch (IOException e) {
      LOG.warnf("The file of a body cannot be closed: %s", e);
    }
  }

  void cutSlow() {
    var now = nanoTime();
    for (var receiver : receivers) {
      if (now - receiver.startedAt() > timeout.toNanos()) {
        receiver.cut(
            "The body of the request was not received within %d s.".formatted(timeout.toSeconds()));
      } else if (!receiver.writing() && now - receiver.progressAt() > stallTimeout.toNanos()) {
        receiver.cut(
            "The body of the request made no progress for %d s."
                .formatted(TimeUnit.NANOSECONDS.toSeconds(now - receiver.progressAt())));
      }
    }
  }
}
