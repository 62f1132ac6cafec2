package dev.assay.conductor.periodic;

import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.lease.Lease;
import dev.assay.lease.Leases;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Runs periodic tasks that one conductor does for all. Each task has a leader of its own: the
 * conductor that holds the task's lease, which the heartbeat renews. When the leader stops, dies or
 * fails at the task, another conductor becomes the leader in its next interval. A task may still
 * run twice at once, when a leader was paused for longer than its lease: each step checks for
 * itself, under the row lock, whether it is still to be done. Source: docs/decisions/0045.
 */
@ApplicationScoped
public class SingletonTasks {
  private static final Logger LOG = Logger.getLogger(SingletonTasks.class);
  private static final String PREFIX = "periodic/";
  private static final String DONE = "done";
  private static final String FAILED = "failed";

  private final Leases leases;
  private final ConductorRegistration registration;
  private final MeterRegistry metrics;

  /** The leases of the tasks that this conductor leads, by the name of the task. */
  private final Map<String, Lease> led = new ConcurrentHashMap<>();

  /** The tasks whose leader has a metric. */
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  private volatile boolean stopping;

  SingletonTasks(Leases leases, ConductorRegistration registration, MeterRegistry metrics) {
    this.leases = leases;
    this.registration = registration;
    this.metrics = metrics;
  }

  /**
   * Runs the work if this conductor leads the task, or can become its leader. To be called in each
   * interval of the task, by one thread at a time.
   */
  public void run(String task, Runnable work) {
    if (known.add(task)) {
      announce(task);
    }
    if (!stopping && (leads(task) || becomeLeader(task))) {
      var start = System.nanoTime();
      try {
        work.run();
        count(task, DONE, start);
      } catch (RuntimeException e) {
        count(task, FAILED, start);
        resign(task);
        throw e;
      }
    }
  }

  private void announce(String task) {
    Gauge.builder("assay.periodic.leader", led, it -> it.containsKey(task) ? 1 : 0)
        .tag("task", task)
        .description("1 for the conductor that runs the task, 0 for the others")
        .register(metrics);
    for (var outcome : List.of(DONE, FAILED)) { // so that every one is there with 0
      var _ = runs(task, outcome);
    }
  }

  private boolean leads(String task) {
    var lease = Optional.ofNullable(led.get(task));
    var held =
        lease.isPresent()
            && QuarkusTransaction.requiringNew().call(() -> leases.isHeld(lease.get()));
    if (!held) {
      lease.ifPresent(lost -> forget(task, lost));
    }
    return held;
  }

  private boolean becomeLeader(String task) {
    var lease =
        QuarkusTransaction.requiringNew()
            .call(() -> leases.acquire(PREFIX + task, registration.name(), registration.ttl()));
    lease.ifPresent(
        won -> {
          registration.working(won);
          led.put(task, won);
          LOG.debugf("This conductor runs the periodic task %s from now on.", task);
        });
    return lease.isPresent();
  }

  /** Before the registration ends, so that another conductor need not wait for the expiry. */
  void stop(@Observes @Priority(4000) ShutdownEvent ended) {
    stopping = true;
    led.keySet().forEach(this::resign);
  }

  private void resign(String task) {
    var lease = led.get(task);
    if (lease != null) {
      forget(task, lease);
      try {
        QuarkusTransaction.requiringNew().run(() -> leases.release(lease));
      } catch (RuntimeException e) {
        LOG.debugf(e, "The lease of the periodic task %s is not released; it expires.", task);
      }
    }
  }

  private void forget(String task, Lease lease) {
    registration.ended(lease);
    led.remove(task, lease);
  }

  private void count(String task, String outcome, long start) {
    runs(task, outcome).record(Duration.ofNanos(System.nanoTime() - start));
  }

  private Timer runs(String task, String outcome) {
    return Timer.builder("assay.periodic.task")
        .description("Runs of a periodic task by its leader")
        .tags("task", task, "outcome", outcome)
        .register(metrics);
  }
}
