package dev.assay.conductor.inspection;

import dev.assay.inspection.Inspection;
import dev.assay.inspection.Stage;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Measures how long stages wait for a conductor: from the commit that orders the work to the
 * conductor that takes it up, through outbox, broker and all that stands before it in the queue.
 */
@ApplicationScoped
class StageWaits {
  private static final Duration[] LIMITS =
      Stream.of(10, 50, 100, 250, 500, 1_000, 5_000, 15_000, 60_000, 300_000)
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final MeterProvider<Timer> waits;
  private final TransactionSynchronizationRegistry transaction;

  StageWaits(MeterRegistry metrics, TransactionSynchronizationRegistry transaction) {
    this.transaction = transaction;
    this.waits =
        Timer.builder("assay.inspection.queue")
            .description("How long stages of inspections waited for a conductor")
            .serviceLevelObjectives(LIMITS)
            .withRegistry(metrics);
    Stream.of(Stage.values()).filter(Stage::needsCommand).forEach(this::timer);
  }

  /**
   * Counts the wait of the stage of {@code run}, which is taken up now, when the caller's
   * transaction commits. Work that is taken up again does not count.
   */
  void takenUp(Inspection run) {
    if (!run.begun()) {
      var timer = timer(run.stage());
      run.sinceOrder()
          .ifPresent(
              since ->
                  transaction.registerInterposedSynchronization(
                      new OnCommit(() -> timer.record(since))));
    }
  }

  private Timer timer(Stage stage) {
    return waits.withTag("stage", stage.wire());
  }

  private record OnCommit(Runnable work) implements Synchronization {
    @Override
    public void beforeCompletion() {}

    @Override
    public void afterCompletion(int status) {
      if (status == Status.STATUS_COMMITTED) {
        work.run();
      }
    }
  }
}
