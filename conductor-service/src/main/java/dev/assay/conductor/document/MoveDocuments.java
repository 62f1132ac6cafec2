package dev.assay.conductor.document;

import dev.assay.conductor.document.StoreOwner.NotOurs;
import dev.assay.connection.DatabaseOutage;
import dev.assay.document.DocumentObjects;
import dev.assay.document.DocumentTransfers;
import dev.assay.document.DocumentTransfers.Body;
import dev.assay.document.DocumentTransfers.Place;
import dev.assay.document.DocumentTransfers.Transfer;
import dev.assay.objectstore.StoreFailure;
import dev.assay.time.RepeatedMessages;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.Startup;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;

/**
 * Moves documents that are to be in another place, every conductor some of them. No transaction is
 * open while the object store works. The object is written first, then the row that names it: a
 * crash in between leaves an object that {@link SweepOrphans} deletes. When the store is away,
 * documents stay where they are, and are moved later.
 */
@Startup
@ApplicationScoped
public class MoveDocuments {
  private static final Logger LOG = Logger.getLogger(MoveDocuments.class);

  /** Documents that are moved at once; their bodies are in memory. */
  private static final int AT_ONCE = 4;

  /** What a transfer may take besides the calls of the store. */
  private static final Duration SLACK = Duration.ofMinutes(1);

  private static final ThreadFactory THREADS = Thread.ofVirtual().name("transfer-", 0).factory();

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final int MAX_DOUBLED = 6;
  private static final String MOVED = "moved";
  private static final String FAILED = "failed";

  /** Until a document that is still needed in the database is looked at again. */
  private static final Duration WHILE_NEEDED = Duration.ofSeconds(10);

  private final DocumentObjects objects;
  private final DocumentTransfers transfers;
  private final StoreOwner owner;
  private final DatabaseOutage outage;
  private final MeterProvider<Counter> moves;
  private final RepeatedMessages failures = new RepeatedMessages();
  private volatile boolean stopping;

  MoveDocuments(
      DocumentObjects objects,
      DocumentTransfers transfers,
      StoreOwner owner,
      DatabaseOutage outage,
      MeterRegistry metrics) {
    this.objects = objects;
    this.transfers = transfers;
    this.owner = owner;
    this.outage = outage;
    this.moves =
        Counter.builder("assay.inventory.transfers")
            .description("Inventories that were to be moved between the database and the store")
            .withRegistry(metrics);
    for (var place : Place.values()) { // so that every one is there with 0
      count(place, MOVED);
      count(place, FAILED);
    }
  }

  /** Moves what is due, until nothing is, or the store is away. */
  @Scheduled(every = "1s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() {
    if (!objects.configured()) {
      return;
    }
    try {
      while (!stopping && moveNext()) {
        // what is due now
      }
    } catch (RuntimeException e) {
      if (!outage.explains(e)) {
        LOG.errorf(e, "Documents cannot be moved; they are tried again.");
      }
    }
  }

  /** True when there may be more to move at once. */
  boolean moveNext() {
    var claimed =
        QuarkusTransaction.requiringNew()
            .call(
                () -> transfers.claim(AT_ONCE, objects.longestCall().multipliedBy(2).plus(SLACK)));
    if (claimed.isEmpty() || !ours(claimed)) {
      return false;
    }
    var moved = new AtomicInteger();
    try (var threads = Executors.newThreadPerTaskExecutor(THREADS)) {
      for (var transfer : claimed) {
        threads.execute(
            () -> {
              if (attempt(transfer)) {
                moved.incrementAndGet();
              }
            });
      }
    }
    return moved.get() == AT_ONCE;
  }

  private boolean ours(List<Transfer> claimed) {
    try {
      owner.require();
      return true;
    } catch (StoreFailure | NotOurs e) {
      claimed.forEach(transfer -> failed(transfer, String.valueOf(e.getMessage())));
      return false;
    }
  }

  /** False when the store did not do its part; then the transfer is due again later. */
  private boolean attempt(Transfer transfer) {
    try {
      move(transfer);
      return true;
    } catch (StoreFailure e) {
      failed(transfer, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      if (!outage.explains(e)) {
        LOG.errorf(e, "A document cannot be moved; it is tried again.");
      }
    }
    return false;
  }

  private void failed(Transfer transfer, String why) {
    count(transfer.target(), FAILED).increment();
    if (failures.isDue(why)) {
      LOG.warnf("Inventories stay where they are for now, and lose nothing: %s", why);
    }
    var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(transfer.attempts(), MAX_DOUBLED));
    QuarkusTransaction.requiringNew().run(() -> transfers.postpone(transfer, pause, why));
  }

  private void move(Transfer transfer) {
    QuarkusTransaction.requiringNew()
        .call(() -> transfers.read(transfer))
        .ifPresentOrElse(
            document -> {
              switch (transfer.target()) {
                case S3 -> toStore(transfer, document);
                case DATABASE -> toDatabase(transfer, document);
              }
              count(transfer.target(), MOVED).increment();
            },
            () -> QuarkusTransaction.requiringNew().run(() -> transfers.done(transfer)));
  }

  /** Writes no second object when there is one already. */
  private void toStore(Transfer transfer, Body document) {
    var key = document.object().orElseGet(() -> put(transfer, document));
    QuarkusTransaction.requiringNew().run(() -> transfers.inStore(transfer, key, WHILE_NEEDED));
  }

  private String put(Transfer transfer, Body document) {
    var key = DocumentObjects.newKey(document.node(), transfer.digest());
    objects.put(key, Objects.requireNonNull(document.body()));
    return key;
  }

  private void toDatabase(Transfer transfer, Body document) {
    var body =
        Optional.ofNullable(document.body())
            .orElseGet(() -> objects.read(document.object().orElseThrow()));
    QuarkusTransaction.requiringNew().run(() -> transfers.inDatabase(transfer, body));
  }

  private Counter count(Place to, String outcome) {
    return moves.withTags("to", to.column(), "outcome", outcome);
  }

  void stop(@Observes ShutdownEvent event) {
    stopping = true;
  }
}
