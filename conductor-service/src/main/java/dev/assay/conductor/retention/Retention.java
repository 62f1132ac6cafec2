package dev.assay.conductor.retention;

import dev.assay.conductor.inspection.RamdiskLogsConfig;
import dev.assay.conductor.periodic.SingletonTasks;
import dev.assay.connection.DatabaseOutage;
import dev.assay.event.InspectionEvents;
import dev.assay.retention.ExpiredRows;
import dev.assay.retention.ExpiredRows.Batch;
import dev.assay.retention.ExpiredRows.Place;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.Startup;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Deletes data that are older than {@link RetentionConfig} allows. One conductor cleans the
 * database. If it dies meanwhile, the rest is deleted in the next interval. Source:
 * docs/decisions/0025.
 */
@Startup
@ApplicationScoped
public class Retention {
  private static final Logger LOG = Logger.getLogger(Retention.class);
  private static final String TASK = "retention";

  /** Rows per transaction: few enough that no other transaction waits long for it. */
  private static final int BATCH = 500;

  /** Rows per transaction when each row holds logs, which may be megabytes. */
  private static final int LOGS_BATCH = 50;

  /** Events are short rows. */
  private static final int EVENTS_BATCH = 5000;

  /** Logs are filed when their inspection ends; older ones were left by a conductor that died. */
  private static final Duration ABANDONED_AFTER = Duration.ofHours(1);

  /** What is deleted, for the metric. */
  private static final List<String> KINDS =
      List.of(
          "ramdisk-log-files",
          "payloads",
          "results",
          "results-per-node",
          "traces",
          "inspections",
          "history-entries",
          "conductors",
          "dead-letters",
          "attempts",
          "unmatched-payloads",
          "events",
          "reapplies",
          "received-logs");

  private final RetentionConfig config;
  private final RamdiskLogsConfig logs;
  private final ExpiredRows outdated;
  private final InspectionEvents events;
  private final SingletonTasks tasks;
  private final DatabaseOutage outage;
  private final MeterProvider<Counter> deleted;
  private final Clock clock;

  /** Deletions that failed in this run; one thread runs at a time. */
  private int failures;

  Retention(
      RetentionConfig config,
      RamdiskLogsConfig logs,
      ExpiredRows outdated,
      InspectionEvents events,
      SingletonTasks tasks,
      DatabaseOutage outage,
      MeterRegistry metrics,
      Clock clock) {
    this.config = config;
    this.logs = logs;
    this.outdated = outdated;
    this.events = events;
    this.tasks = tasks;
    this.outage = outage;
    this.deleted =
        Counter.builder("assay.retention.deleted")
            .description("Rows and files that were deleted because of their age or number")
            .withRegistry(metrics);
    KINDS.forEach(this::count); // so that every one is there with 0
    this.clock = clock;
    validate();
  }

  private void validate() {
    var ages =
        Stream.of(
            config.payloads(),
            config.inspections(),
            config.results(),
            config.traces(),
            config.historyMinimum(),
            config.ramdiskLogs(),
            config.conductors(),
            config.deadLetters(),
            config.attempts(),
            config.unmatchedPayloads(),
            config.events(),
            config.reapplies());
    if (!config.interval().isPositive()
        || config.historyEntries() < 0
        || config.resultsPerNode() < 0
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
    tasks.run(TASK, this::clean);
  }

  /**
   * Deletes payloads first: an inspection is deleted when its payload is gone.
   * IllegalStateException at the end when some deletion failed, so that another conductor tries.
   */
  void clean() {
    failures = 0;
    aged(
        "payloads",
        config.payloads(),
        age -> batches(from -> outdated.deletePayloads(age, from, BATCH)));
    aged(
        "results",
        config.results(),
        age -> batches(from -> outdated.deleteResults(age, from, BATCH)));
    if (config.resultsPerNode() > 0) {
      step("results-per-node", this::results);
    }
    aged("traces", config.traces(), age -> batches(from -> outdated.clearTraces(age, from, BATCH)));
    aged(
        "inspections",
        config.inspections(),
        age -> batches(from -> outdated.deleteInspections(age, from, BATCH)));
    if (config.historyEntries() > 0) {
      step("history-entries", this::history);
    }
    aged("conductors", config.conductors(), age -> commit(() -> outdated.deleteConductors(age)));
    aged(
        "dead-letters", config.deadLetters(), age -> commit(() -> outdated.deleteDeadLetters(age)));
    aged("attempts", config.attempts(), age -> commit(() -> outdated.deleteAttempts(age)));
    aged(
        "unmatched-payloads",
        config.unmatchedPayloads(),
        age -> commit(() -> outdated.deleteUnmatchedPayloads(age)));
    aged("events", config.events(), this::oldEvents);
    aged("reapplies", config.reapplies(), age -> commit(() -> outdated.deleteReapplies(age)));
    step("received-logs", this::receivedLogs);
    if (failures > 0) {
      throw new IllegalStateException(
          "%d kinds of rows cannot be deleted; the log says why".formatted(failures));
    }
  }

  private int oldEvents(Duration age) {
    var rows = 0;
    for (var deleted = EVENTS_BATCH; deleted >= EVENTS_BATCH; rows += deleted) {
      deleted = commit(() -> events.deleteOlderThan(age, EVENTS_BATCH));
    }
    return rows;
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

  private int results() {
    return all(0L, from -> outdated.deleteResults(config.resultsPerNode(), from, BATCH));
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
      if (!outage.explains(e)) {
        failures++;
        LOG.warnf(e, "Retention: %s cannot be deleted; tried again in the next interval.", what);
      }
    }
  }

  private void report(String what, int number) {
    count(what).increment(number);
    if (number > 0) {
      LOG.infof("Retention: %d %s are deleted.", number, what);
    }
  }

  private Counter count(String what) {
    return deleted.withTag("of", what);
  }
}
