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
 * Deletes data that are older than {@link RetentionConfig} allows. In each interval one conductor
 * cleans the database: the one that acquires the lease, which is never released early. If that
 * conductor dies meanwhile, the rest is deleted in the next interval. Source: docs/decisions/0025.
 */
@Startup
@ApplicationScoped
public class Retention {
  private static final Logger LOG = Logger.getLogger(Retention.class);
  private static final String LEASE = "retention";

  /** Rows per transaction: few enough that no other transaction waits long for it. */
  private static final int BATCH = 500;

  /** Rows per transaction when each row holds logs, which may be megabytes. */
  private static final int LOGS_BATCH = 50;

  /** Logs are filed when their inspection ends; older ones were left by a conductor that died. */
  private static final Duration ABANDONED_AFTER = Duration.ofHours(1);

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
    validate();
  }

  private void validate() {
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
          "assay.retention.interval must be greater than 0; every other assay.retention option must"
              + " be 0, which keeps for ever (except for history-minimum), or greater");
    }
  }

  /** Runs once: every conductor deletes its log files, one of them cleans the database. */
  @Scheduled(
      every = "${assay.retention.interval:1h}",
      delayed = "1m",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() {
    aged("ramdisk-log-files", config.ramdiskLogs(), this::deleteFiles);
    if (QuarkusTransaction.requiringNew().call(this::acquireLease)) {
      clean();
    }
  }

  /**
   * The lease is a little shorter than the interval, so that its holder can acquire it next time,
   * too.
   */
  private boolean acquireLease() {
    var ttl = config.interval().multipliedBy(9).dividedBy(10);
    return leases.acquire(LEASE, registration.name(), ttl).isPresent();
  }

  /** Deletes payloads first: an inspection is deleted when its payload is gone. */
  void clean() {
    aged(
        "payloads",
        config.payloads(),
        age -> batches(from -> outdated.deletePayloads(age, from, BATCH)));
    aged("traces", config.traces(), age -> batches(from -> outdated.clearTraces(age, from, BATCH)));
    aged(
        "inspections",
        config.inspections(),
        age -> batches(from -> outdated.deleteInspections(age, from, BATCH)));
    if (config.historyEntries() > 0) {
      step("history-entries", this::history);
    }
    aged("conductors", config.conductors(), age -> commit(() -> outdated.deleteConductors(age)));
    step("received-logs", this::receivedLogs);
  }

  private int deleteFiles(Duration age) {
    return LogFiles.deleteBefore(clock.instant().minus(age), logs.folder());
  }

  private int batches(Function<Place, Batch<Place>> batch) {
    return all(Place.START, batch);
  }

  private int history() {
    return all(
        0L,
        from ->
            outdated.deleteHistory(config.historyEntries(), config.historyMinimum(), from, BATCH));
  }

  private int receivedLogs() {
    return all(0L, from -> outdated.deleteReceivedLogs(ABANDONED_AFTER, from, LOGS_BATCH));
  }

  /** Runs batch after batch, each in its own transaction; returns the total number of rows. */
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

  private static int commit(IntSupplier step) {
    return QuarkusTransaction.requiringNew().call(step::getAsInt);
  }

  private void aged(String what, Duration age, ToIntFunction<Duration> deletion) {
    if (age.isPositive()) {
      step(what, () -> deletion.applyAsInt(age));
    }
  }

  /** Runs one deletion. A failure is logged, so that the other deletions still run. */
  private void step(String what, IntSupplier deletion) {
    try {
      report(what, deletion.getAsInt());
    } catch (RuntimeException e) {
      LOG.warnf(e, "Retention: %s cannot be deleted; tried again in the next interval.", what);
    }
  }

  private void report(String what, int deleted) {
    metrics.counter("assay.retention.deleted", "of", what).increment(deleted);
    if (deleted > 0) {
      LOG.infof("Retention: %d %s are deleted.", deleted, what);
    }
  }
}
