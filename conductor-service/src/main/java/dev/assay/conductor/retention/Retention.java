package dev.assay.conductor.retention;

import dev.assay.conductor.inspection.RamdiskLogsConfig;
import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.lease.Leases;
import dev.assay.retention.ExpiredRows;
import dev.assay.retention.ExpiredRows.Batch;
import dev.assay.retention.ExpiredRows.Place;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.Startup;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Deletes what is older than {@link RetentionConfig} says. The database is cleaned by one conductor
 * in each interval: the one that takes the lease, which nobody gives back. A conductor that dies
 * meanwhile leaves the rest for the next interval. Source: docs/decisions/0025.
 */
@Startup
@ApplicationScoped
public class Retention {
  private static final Logger LOG = Logger.getLogger(Retention.class);
  private static final String LEASE = "retention";

  /** Rows a transaction: short enough that nobody waits for it. */
  private static final int BATCH = 500;

  /** Logs may be megabytes each. */
  private static final int LOGS_BATCH = 50;

  /** Logs are filed when their inspection ends; these were left by a conductor that died. */
  private static final Duration LEFT_BEHIND = Duration.ofHours(1);

  private final RetentionConfig config;
  private final RamdiskLogsConfig logs;
  private final ExpiredRows outdated;
  private final Leases leases;
  private final ConductorRegistration registration;
  private final MeterRegistry metrics;
  private final Clock clock;

  Retention(
      RetentionConfig config,
      RamdiskLogsConfig logs,
      ExpiredRows outdated,
      Leases leases,
      ConductorRegistration registration,
      MeterRegistry metrics,
      Clock clock) {
    this.config = config;
    this.logs = logs;
    this.outdated = outdated;
    this.leases = leases;
    this.registration = registration;
    this.metrics = metrics;
    this.clock = clock;
    requireSound();
  }

  private void requireSound() {
    var ages =
        Stream.of(
            config.payloads(),
            config.inspections(),
            config.traces(),
            config.historyMinimum(),
            config.ramdiskLogs(),
            config.conductors());
    if (!config.interval().isPositive()
        || config.historyEntries() < 0
        || ages.anyMatch(Duration::isNegative)) {
      throw new IllegalArgumentException(
          "assay.retention.interval must be more than 0, and no other of assay.retention less: 0"
              + " keeps for ever");
    }
  }

  /** Looks once; every conductor for its files, one of them in the database. */
  @Scheduled(
      every = "${assay.retention.interval:1h}",
      delayed = "1m",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() {
    aged("ramdisk-log-files", config.ramdiskLogs(), this::deleteFiles);
    if (QuarkusTransaction.requiringNew().call(this::isMine)) {
      clean();
    }
  }

  /** A little shorter than the interval, so that its holder may be the next one, too. */
  private boolean isMine() {
    var ttl = config.interval().multipliedBy(9).dividedBy(10);
    return leases.acquire(LEASE, registration.name(), ttl).isPresent();
  }

  /** Payloads first: an inspection is deleted when its payload is gone. */
  void clean() {
    aged(
        "payloads",
        config.payloads(),
        age -> runs(from -> outdated.deletePayloads(age, from, BATCH)));
    aged("traces", config.traces(), age -> runs(from -> outdated.clearTraces(age, from, BATCH)));
    aged(
        "inspections",
        config.inspections(),
        age -> runs(from -> outdated.deleteInspections(age, from, BATCH)));
    if (config.historyEntries() > 0) {
      step("history-entries", this::history);
    }
    aged("conductors", config.conductors(), age -> alone(() -> outdated.deleteConductors(age)));
    step("received-logs", this::receivedLogs);
  }

  private int deleteFiles(Duration age) {
    return LogFiles.deleteBefore(clock.instant().minus(age), logs.folder());
  }

  private int runs(Function<Place, Batch<Place>> batch) {
    return all(Place.START, batch);
  }

  private int history() {
    return all(
        0L,
        from ->
            outdated.deleteHistory(config.historyEntries(), config.historyMinimum(), from, BATCH));
  }

  private int receivedLogs() {
    return all(0L, from -> outdated.deleteReceivedLogs(LEFT_BEHIND, from, LOGS_BATCH));
  }

  /** Batch after batch, each in a transaction of its own; the rows of all. */
  private static <P> int all(P start, Function<P, Batch<P>> batch) {
    var rows = 0;
    for (@Nullable P from = start; from != null; ) {
      var place = from;
      var done = QuarkusTransaction.requiringNew().call(() -> batch.apply(place));
      rows += done.rows();
      from = done.next();
    }
    return rows;
  }

  private static int alone(IntSupplier step) {
    return QuarkusTransaction.requiringNew().call(step::getAsInt);
  }

  private void aged(String what, Duration age, ToIntFunction<Duration> deletion) {
    if (age.isPositive()) {
      step(what, () -> deletion.applyAsInt(age));
    }
  }

  /** One that fails must not keep the others from being done. */
  private void step(String what, IntSupplier deletion) {
    try {
      tell(what, deletion.getAsInt());
    } catch (RuntimeException e) {
      LOG.warnf(e, "Retention: %s cannot be deleted; tried again in the next interval.", what);
    }
  }

  private void tell(String what, int deleted) {
    metrics.counter("assay.retention.deleted", "of", what).increment(deleted);
    if (deleted > 0) {
      LOG.infof("Retention: %d %s are deleted.", deleted, what);
    }
  }
}
