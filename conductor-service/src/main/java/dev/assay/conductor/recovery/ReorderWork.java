package dev.assay.conductor.recovery;

import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.conductor.recovery.LostCommands.Lost;
import dev.assay.lease.Lease;
import dev.assay.lease.Leases;
import dev.assay.message.Outbox;
import dev.assay.registration.ConductorConfig;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * Sends lost commands again, for instance after a broker lost a queue. One conductor at a time
 * looks for them. A second delivery has no effect, so an unnecessary one does no harm; but many
 * would fill the queue, so few are sent at once, and none while the broker is unavailable. Source:
 * docs/decisions/0022.
 */
@ApplicationScoped
public class ReorderWork {
  private static final Logger LOG = Logger.getLogger(ReorderWork.class);
  private static final String TASK = "periodic/reorder";
  private static final Duration LEASE_TTL = Duration.ofMinutes(1);
  private static final int BATCH = 500;
  private static final int MAX_QUEUED = 256;

  private final LostCommands lost;
  private final Leases leases;
  private final Outbox outbox;
  private final ConductorRegistration registration;
  private final ConductorConfig config;
  private final Counter count;

  ReorderWork(
      LostCommands lost,
      Leases leases,
      Outbox outbox,
      ConductorRegistration registration,
      ConductorConfig config,
      MeterRegistry metrics) {
    this.lost = lost;
    this.leases = leases;
    this.outbox = outbox;
    this.registration = registration;
    this.config = config;
    this.count = metrics.counter("assay.conductor.reorders");
  }

  @Scheduled(
      every = "${assay.conductor.check-provision-state-interval:5s}",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() {
    var lease =
        QuarkusTransaction.requiringNew()
            .call(() -> leases.acquire(TASK, registration.name(), LEASE_TTL));
    lease.ifPresent(this::lookUnder);
  }

  private void lookUnder(Lease lease) {
    try {
      if (!hasBacklog(Outbox.Destination.CONDUCTORS)) {
        var starts = !hasBacklog(Outbox.Destination.STARTS);
        sendAgain(
            () -> lost.ofInspections(config.reorderAfter(), config.queueTimeout(), starts, BATCH));
        sendAgain(() -> lost.ofNodes(config.reorderAfter(), BATCH));
      }
    } finally {
      QuarkusTransaction.requiringNew().run(() -> leases.release(lease));
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
                  again.forEach(this::send);
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

  private void send(Lost one) {
    var before = MDC.get(Outbox.REQUEST_ID);
    try {
      if (one.requestId() != null) {
        MDC.put(Outbox.REQUEST_ID, one.requestId());
      }
      outbox.send(one.command());
    } finally {
      if (before == null) {
        MDC.remove(Outbox.REQUEST_ID);
      } else {
        MDC.put(Outbox.REQUEST_ID, before);
      }
    }
  }
}
