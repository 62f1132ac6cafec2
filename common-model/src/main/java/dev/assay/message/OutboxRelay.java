package dev.assay.message;

import dev.assay.message.Outbox.Row;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Sends what was committed: one thread a process, woken by every commit here and looking by itself
 * for what others left. It runs in processes that have a {@link Courier}. Several relays may run;
 * they skip each other's rows.
 */
@ApplicationScoped
public class OutboxRelay {
  private static final Logger LOG = Logger.getLogger(OutboxRelay.class);
  private static final int BATCH = 128;

  private final Outbox outbox;
  private final OutboxConfig config;
  private final Instance<Courier> courier;
  private final Counter sent;
  private final Counter failed;
  private final Semaphore wake = new Semaphore(0);
  private final Semaphore free;
  private final ConcurrentLinkedQueue<Long> safe = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Long> refused = new ConcurrentLinkedQueue<>();
  private volatile boolean running = true;
  private @Nullable Thread thread;

  OutboxRelay(
      Outbox outbox, OutboxConfig config, Instance<Courier> courier, MeterRegistry metrics) {
    this.outbox = outbox;
    this.config = config;
    this.courier = courier;
    this.free = new Semaphore(config.inFlight());
    this.sent = metrics.counter("assay.outbox.sent");
    this.failed = metrics.counter("assay.outbox.failed");
  }

  void start(@Observes @Priority(5000) StartupEvent started) {
    if (!courier.isUnsatisfied()) {
      outbox.onCommit(wake::release);
      thread = Thread.ofVirtual().name("outbox-relay").start(this::run);
    }
  }

  void stop(@Observes ShutdownEvent stopped) throws InterruptedException {
    running = false;
    wake.release();
    if (thread != null) {
      thread.join(config.pollInterval().plusSeconds(5));
    }
  }

  private void run() {
    while (running) {
      try {
        var more = sendDue();
        settle();
        if (!more && wake.tryAcquire(config.pollInterval().toMillis(), TimeUnit.MILLISECONDS)) {
          wake.drainPermits();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        LOG.warn("The database did not answer the outbox; trying again.", e);
        pause();
      }
    }
    settle();
  }

  /** True when there may be more to send at once. */
  private boolean sendDue() {
    var room = Math.min(BATCH, free.availablePermits());
    if (room == 0) {
      return false;
    }
    List<Row> rows =
        QuarkusTransaction.requiringNew().call(() -> outbox.claim(room, config.redeliverAfter()));
    rows.forEach(this::send);
    return rows.size() == room;
  }

  private void send(Row row) {
    free.acquireUninterruptibly();
    courier
        .get()
        .deliver(row.destination(), row.body())
        .whenComplete(
            (_, failure) -> {
              free.release();
              if (failure == null) {
                sent.increment();
                safe.add(row.id());
              } else {
                failed.increment();
                refused.add(row.id());
                LOG.debugf("Message %d is not delivered: %s", row.id(), failure.getMessage());
              }
              wake.release();
            });
  }

  private void settle() {
    var delivered = drain(safe);
    if (!delivered.isEmpty()) {
      QuarkusTransaction.requiringNew().run(() -> outbox.delivered(delivered));
    }
    var again = drain(refused);
    if (!again.isEmpty()) {
      QuarkusTransaction.requiringNew().run(() -> outbox.undelivered(again, config.pollInterval()));
    }
  }

  private static List<Long> drain(ConcurrentLinkedQueue<Long> queue) {
    var ids = new ArrayList<Long>();
    for (var id = queue.poll(); id != null; id = queue.poll()) {
      ids.add(id);
    }
    return ids;
  }

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(config.pollInterval().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      running = false;
    }
  }
}
