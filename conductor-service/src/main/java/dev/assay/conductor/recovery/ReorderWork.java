package dev.assay.conductor.recovery;

import dev.assay.conductor.membership.ConductorsDied;
import dev.assay.conductor.periodic.SingletonTasks;
import dev.assay.conductor.recovery.LostCommands.Lost;
import dev.assay.connection.DatabaseOutage;
import dev.assay.message.Outbox;
import dev.assay.registration.ConductorConfig;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.ObservesAsync;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Sends lost commands again, for instance after a broker lost a queue. One conductor at a time
 * looks for them, and whoever notices that a conductor died. A second delivery has no effect, so an
 * unnecessary one does no harm; but many would fill the queue, so few are sent at once, and none
 * while the broker is unavailable. Source: docs/decisions/0022.
 */
@ApplicationScoped
public class ReorderWork {
  private static final Logger LOG = Logger.getLogger(ReorderWork.class);
  private static final String TASK = "reorder";
  private static final int BATCH = 500;
  private static final int MAX_QUEUED = 256;

  private final LostCommands lost;
  private final SingletonTasks tasks;
  private final Outbox outbox;
  private final DatabaseOutage outage;
  private final ConductorConfig config;
  private final Counter count;

  ReorderWork(
      LostCommands lost,
      SingletonTasks tasks,
      Outbox outbox,
      DatabaseOutage outage,
      ConductorConfig config,
      MeterRegistry metrics) {
    this.lost = lost;
    this.tasks = tasks;
    this.outbox = outbox;
    this.outage = outage;
    this.config = config;
    this.count =
        Counter.builder("assay.conductor.reorders")
            .description("Commands that were sent again because they showed no progress")
            .register(metrics);
  }

  @Scheduled(
      every = "${assay.conductor.check-provision-state-interval:5s}",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() {
    tasks.run(TASK, this::reorder);
  }

  /** Sends the commands of dead conductors at once; what another conductor just sent is left. */
  void take(@ObservesAsync ConductorsDied died) {
    try {
      reorder();
    } catch (RuntimeException e) {
      if (!outage.explains(e)) {
        LOG.warn("The commands of dead conductors are not sent at once, but in an interval.", e);
      }
    }
  }

  private void reorder() {
    if (!hasBacklog(Outbox.Destination.CONDUCTORS)) {
      var starts = !hasBacklog(Outbox.Destination.STARTS);
      sendAgain(
          () -> lost.ofInspections(config.reorderAfter(), config.queueTimeout(), starts, BATCH));
      sendAgain(() -> lost.ofNodes(config.reorderAfter(), BATCH));
    }
  }

  private boolean hasBacklog(Outbox.Destination destination) {
    return QuarkusTransaction.requiringNew().call(() -> outbox.hasBacklog(destination, MAX_QUEUED));
  }

  private void sendAgain(Supplier<List<Lost>> search) {
    var found =
        QuarkusTransaction.requiringNew()
            .call(
                () -> {
                  var again = search.get();
                  again.forEach(one -> outbox.send(one.command(), one.requestId()));
                  return again;
                });
    if (!found.isEmpty()) {
      count.increment(found.size());
      LOG.warnf(
          "%d commands are sent again: nobody has worked on them for %d s or longer, or their"
              + " conductor died. The first is %s.",
          found.size(), config.reorderAfter().toSeconds(), found.getFirst().command());
    }
  }
}
