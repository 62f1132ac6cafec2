package dev.assay.conductor.power;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.hardware.StoredBmc;
import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.conductor.membership.ServedNodes;
import dev.assay.conductor.periodic.SingletonTasks;
import dev.assay.connection.DatabaseOutage;
import dev.assay.error.AssayException;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.message.Command;
import dev.assay.message.Outbox;
import dev.assay.node.HistoryEntry;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.registration.ConductorConfig;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads the power states of nodes from their BMCs and records changes, or undoes them. Takes no
 * lease, and leaves alone a node that a conductor works on. A BMC that does not answer occupies one
 * worker until the driver gives up; after a few failures in a row its node enters maintenance with
 * a fault, and leaves it when the BMC answers again. Source: spec conductor.md 11.
 */
@ApplicationScoped
public class PowerSync {
  private static final Logger LOG = Logger.getLogger(PowerSync.class);
  private static final String TASK = "add-power-checks";

  /** The states in which nobody knows yet, or any more, whether the BMC can be asked. */
  private static final Set<ProvisionState> NOT_ASKED =
      EnumSet.of(ProvisionState.ENROLL, ProvisionState.VERIFYING);

  private static final Set<ProvisionState> IN_INSPECTION =
      EnumSet.of(ProvisionState.INSPECTING, ProvisionState.INSPECT_WAIT);

  /** The states in which nothing but an operator changes the power of a machine. */
  private static final Set<ProvisionState> FORCED =
      EnumSet.of(ProvisionState.MANAGEABLE, ProvisionState.AVAILABLE);

  private final PowerChecks checks;
  private final Nodes nodes;
  private final Inspections inspections;
  private final Drivers drivers;
  private final ServedNodes served;
  private final ConductorRegistration registration;
  private final Outbox outbox;
  private final SingletonTasks tasks;
  private final DatabaseOutage outage;
  private final ConductorConfig config;
  private final Duration interval;
  private final Clock clock;
  private final Semaphore workers;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("power-sync-", 0).factory());

  /**
   * Whom to ask.
   *
   * @param expected the power state with which there is nothing to write; null when there is none
   * @param updatedAt tells later whether somebody worked on the node meanwhile
   */
  private record Asked(
      Power power, Bmc bmc, @Nullable String expected, @Nullable Instant updatedAt) {
    boolean differs(Optional<PowerState> state) {
      return expected == null
          || state.filter(actual -> !actual.wire().equals(expected)).isPresent();
    }
  }

  PowerSync(
      PowerChecks checks,
      Nodes nodes,
      Inspections inspections,
      Drivers drivers,
      ServedNodes served,
      ConductorRegistration registration,
      Outbox outbox,
      SingletonTasks tasks,
      DatabaseOutage outage,
      ConductorConfig config,
      Clock clock) {
    this.checks = checks;
    this.nodes = nodes;
    this.inspections = inspections;
    this.drivers = drivers;
    this.served = served;
    this.registration = registration;
    this.outbox = outbox;
    this.tasks = tasks;
    this.outage = outage;
    this.config = config;
    this.interval = config.syncPowerStateInterval();
    this.clock = clock;
    if (interval.isNegative()
        || config.powerFailureRecoveryInterval().isNegative()
        || config.syncPowerStateWorkers() < 1
        || config.powerStateSyncMaxRetries() < 0) {
      throw new IllegalArgumentException(
          "assay.conductor.sync-power-state-interval and power-failure-recovery-interval must be 0,"
              + " which switches them off, or greater, sync-power-state-workers 1 or more, and"
              + " power-state-sync-max-retries 0 or more");
    }
    this.workers = new Semaphore(config.syncPowerStateWorkers());
  }

  @Scheduled(every = "1s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() throws InterruptedException {
    if (interval.isZero()) {
      return;
    }
    while (!threads.isShutdown() && workers.tryAcquire(100, TimeUnit.MILLISECONDS)) {
      workers.release();
      if (!claimAndStart(workers.availablePermits())) {
        return;
      }
    }
  }

  @Scheduled(every = "30s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void addNewNodes() {
    if (!interval.isZero()) {
      tasks.run(TASK, () -> QuarkusTransaction.requiringNew().run(() -> checks.addNew(interval)));
    }
  }

  void stop(@Observes ShutdownEvent end) {
    threads.shutdownNow();
  }

  /** False when nothing is due. */
  private boolean claimAndStart(int most) {
    var due =
        QuarkusTransaction.requiringNew()
            .call(
                () ->
                    checks.claim(
                        served.routes(),
                        Math.max(1, most),
                        interval,
                        recovers() ? config.powerFailureRecoveryInterval() : interval));
    for (var node : due) {
      workers.acquireUninterruptibly();
      try {
        threads.execute(() -> check(node));
      } catch (RejectedExecutionException _) { // this conductor stops: it is due again later
        workers.release();
        return false;
      }
    }
    return !due.isEmpty();
  }

  private void check(PowerChecks.Due due) {
    try {
      ask(due);
    } catch (RuntimeException e) {
      if (!outage.explains(e)) {
        LOG.warnf(e, "The power state of node %s was not read.", due.node());
      }
    } finally {
      workers.release();
    }
  }

  private void ask(PowerChecks.Due due) {
    var id = due.node();
    try {
      var asked =
          QuarkusTransaction.requiringNew()
              .call(() -> nodes.find(id).flatMap(node -> asked(node, due.failures())));
      if (asked.isPresent()) {
        var state = asked.get().power().power(asked.get().bmc());
        if (asked.get().differs(state)) {
          QuarkusTransaction.requiringNew().run(() -> answered(id, asked.get(), state));
        }
      }
    } catch (AssayException e) {
      if (!threads.isShutdown()) {
        QuarkusTransaction.requiringNew().run(() -> failed(id, e));
      }
    }
  }

  private Optional<Asked> asked(Node node, int failures) {
    return quiet(node)
            && drivers.serving(node.attributes()) instanceof Power power
            && node.attributes().secretDriverInfo().unusable().isEmpty()
        ? Optional.of(
            new Asked(
                power,
                StoredBmc.of(node),
                failures == 0 && !hasPowerFault(node) ? node.powerState() : null,
                node.updatedAt()))
        : Optional.empty();
  }

  private boolean recovers() {
    return config.powerFailureRecoveryInterval().isPositive();
  }

  /** Nobody works on it, is about to change its power, or wants it left alone. */
  private boolean quiet(Node node) {
    return !NOT_ASKED.contains(node.provisionState())
        && (!node.attributes().maintenance() || (recovers() && hasPowerFault(node)))
        && node.reservation() == null
        && node.targetPowerState() == null;
  }

  private static boolean hasPowerFault(Node node) {
    return Node.POWER_FAILURE.equals(node.fault());
  }

  private void answered(NodeId id, Asked asked, Optional<PowerState> state) {
    var stored = nodes.findForUpdate(id); // before other rows, as everybody locks it
    checks.succeeded(id);
    stored
        .filter(node -> quiet(node) && Objects.equals(node.updatedAt(), asked.updatedAt()))
        .ifPresent(node -> compare(node, state));
  }

  private void compare(Node node, Optional<PowerState> state) {
    if (hasPowerFault(node)) {
      node.maintain(false, null, clock.instant());
      record(node, false, "The BMC answers again: the node left maintenance.");
    }
    state
        .filter(actual -> !actual.wire().equals(node.powerState()))
        .ifPresent(actual -> differs(node, actual));
  }

  private void differs(Node node, PowerState actual) {
    var wanted = PowerState.ofWire(Objects.requireNonNullElse(node.powerState(), ""));
    if (wanted.isPresent() && mayForce(node, wanted.get())) {
      LOG.warnf(
          "Node %s is %s, not %s: it is changed back.",
          node.uuid(), actual.wire(), node.powerState());
      var limit = config.powerStateChangeTimeout();
      node.powerShallBe(wanted.get(), limit, clock.instant());
      node.work().ordered(config.queueTimeout().plus(limit));
      outbox.send(new Command.ChangePower(node.uuid(), wanted.get(), limit.toSeconds()));
    } else {
      LOG.infof(
          "Node %s is %s, not %s: somebody else changed its power.",
          node.uuid(), actual.wire(), node.powerState());
      node.powerIs(actual, clock.instant());
    }
  }

  private boolean mayForce(Node node, PowerState wanted) {
    return config.forcePowerStateDuringSync()
        && FORCED.contains(node.provisionState())
        && !isInspected(node)
        && (wanted == PowerState.ON
            || (wanted == PowerState.OFF && !node.attributes().disablePowerOff()));
  }

  /** An inspection of the classic API leaves the node in its state. */
  private boolean isInspected(Node node) {
    return IN_INSPECTION.contains(node.provisionState())
        || inspections.active(node).filter(Inspection::bootsRamdisk).isPresent();
  }

  private void failed(NodeId id, AssayException reason) {
    nodes
        .findForUpdate(id)
        .filter(node -> quiet(node) && !hasPowerFault(node))
        .ifPresent(node -> failed(node, reason));
  }

  private void failed(Node node, AssayException reason) {
    var times = checks.failed(node.uuid());
    LOG.logf(
        times == 1 ? Logger.Level.WARN : Logger.Level.DEBUG,
        "The power state of node %s cannot be read (failure %d in a row): %s",
        node.uuid(),
        times,
        reason.sentence());
    if (times > config.powerStateSyncMaxRetries() && !isInspected(node)) {
      checks.succeeded(node.uuid());
      var why =
          "The power state could not be read %d times in a row, so the node entered maintenance: %s"
              .formatted(times, reason.sentence());
      node.powerFailed(why, clock.instant());
      record(node, true, why);
    }
  }

  private void record(Node node, boolean error, String event) {
    LOG.logf(error ? Logger.Level.WARN : Logger.Level.INFO, "Node %s: %s", node.uuid(), event);
    nodes.record(
        new HistoryEntry(
            node,
            HistoryEntry.Kind.MONITORING,
            error,
            event,
            registration.name(),
            clock.instant()));
  }
}
