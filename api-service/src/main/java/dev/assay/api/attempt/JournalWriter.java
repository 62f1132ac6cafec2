package dev.assay.api.attempt;

import dev.assay.api.attempt.Attempt.Entry;
import dev.assay.api.attempt.JournalLosses.Cause;
import dev.assay.connection.DatabaseOutage;
import dev.assay.liveness.Loops;
import dev.assay.time.RepeatedMessages;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Writes the entries of the journal, many in one transaction, on a thread of its own. */
@ApplicationScoped
class JournalWriter {
  private static final Logger LOG = Logger.getLogger(JournalWriter.class);
  private static final int MAX_WAITING = 2000;
  private static final long MAX_WAITING_BYTES = 32L * 1024 * 1024;
  private static final int BATCH = 50;
  private static final Duration IDLE = Duration.ofSeconds(1);

  /** A batch is one transaction, and again one for each entry when that fails. */
  private static final Duration ITERATION_LIMIT = Duration.ofSeconds(45).multipliedBy(BATCH + 1);

  private final Attempts attempts;
  private final UnmatchedPayloads payloads;
  private final JournalLosses losses;
  private final DatabaseOutage outage;
  private final Loops loops;
  private final long maxPayload;
  private final BlockingQueue<Entry> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final AtomicLong waitingBytes = new AtomicLong();
  private final RepeatedMessages repeated = new RepeatedMessages();
  private volatile boolean running = true;
  private @Nullable Thread thread;

  JournalWriter(
      Attempts attempts,
      UnmatchedPayloads payloads,
      UnmatchedConfig config,
      JournalLosses losses,
      DatabaseOutage outage,
      Loops loops) {
    this.attempts = attempts;
    this.payloads = payloads;
    this.losses = losses;
    this.outage = outage;
    this.loops = loops;
    this.maxPayload = Math.min(config.maxSize().asLongValue(), MAX_WAITING_BYTES);
  }

  void start(@Observes StartupEvent started) {
    thread = Thread.ofVirtual().name("attempt-journal").start(this::run);
  }

  /** Writes what still waits. */
  void stop(@Observes ShutdownEvent stopped) throws InterruptedException {
    running = false;
    if (thread != null) {
      thread.join(IDLE.plusSeconds(5));
    }
  }

  /** Takes an entry, without its payload or not at all when too much waits. Never blocks. */
  void offer(Entry entry) {
    var payload = entry.payload().filter(this::takes);
    if (!waiting.offer(new Entry(entry.attempt(), payload))) {
      payload.ifPresent(
          refused -> {
            waitingBytes.addAndGet(-refused.storedSize());
            losses.payload(Cause.QUEUE);
          });
      losses.attempt(Cause.QUEUE);
    }
  }

  private boolean takes(RefusedPayload payload) {
    var size = payload.storedSize();
    if (size > maxPayload) {
      losses.payload(Cause.SIZE);
      return false;
    }
    if (waitingBytes.addAndGet(size) > MAX_WAITING_BYTES) {
      waitingBytes.addAndGet(-size);
      losses.payload(Cause.QUEUE);
      return false;
    }
    return true;
  }

  private void run() {
    var loop = loops.add("attempt-journal", ITERATION_LIMIT);
    while (running || !waiting.isEmpty()) {
      loop.turn();
      try {
        write();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (Throwable e) { // without this thread nothing would be written any more
        loop.survive(e);
        complain(e);
      }
    }
    loop.end();
  }

  private void write() throws InterruptedException {
    var first = waiting.poll(IDLE.toMillis(), TimeUnit.MILLISECONDS);
    if (first == null) {
      return;
    }
    var batch = new ArrayList<Entry>(BATCH);
    batch.add(first);
    waiting.drainTo(batch, BATCH - 1);
    try {
      write(batch);
    } finally {
      batch.forEach(
          entry -> entry.payload().ifPresent(it -> waitingBytes.addAndGet(-it.storedSize())));
    }
  }

  /** When the transaction fails, one entry must not cost the others. */
  private void write(List<Entry> batch) {
    try {
      store(batch);
    } catch (RuntimeException e) {
      LOG.debugf(e, "%d attempts are written one by one.", batch.size());
      batch.forEach(this::writeAlone);
    }
  }

  private void writeAlone(Entry entry) {
    try {
      store(List.of(entry));
    } catch (RuntimeException e) {
      losses.attempt(Cause.DATABASE);
      entry.payload().ifPresent(_ -> losses.payload(Cause.DATABASE));
      complain(e);
    }
  }

  /** In one order, so that no two processes wait for each other. */
  private void store(List<Entry> batch) {
    var ordered =
        batch.stream()
            .map(entry -> new Digested(entry.attempt().digest(), entry))
            .sorted(Comparator.comparing(Digested::digest, Arrays::compareUnsigned))
            .toList();
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              ordered.forEach(
                  it -> {
                    var payload = it.entry().payload();
                    payload.ifPresent(kept -> payloads.store(it.entry().attempt(), kept));
                    attempts.store(it.digest(), it.entry().attempt(), digest(payload));
                  });
              attempts.deleteExcess();
              if (batch.stream().anyMatch(entry -> entry.payload().isPresent())) {
                payloads.deleteExcess();
              }
            });
  }

  @SuppressWarnings("ArrayRecordComponent") // compared by its contents
  private record Digested(byte[] digest, Entry entry) {}

  private static byte @Nullable [] digest(Optional<RefusedPayload> payload) {
    return payload.map(RefusedPayload::digest).orElse(null);
  }

  private void complain(Throwable e) {
    if (!outage.explains(e) && repeated.isDue(e.toString())) {
      LOG.warn("What became of lookups and callbacks cannot be written down.", e);
    }
  }
}
