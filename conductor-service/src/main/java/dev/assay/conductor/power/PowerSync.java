package dev.assay.conductor.power;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.hardware.StoredBmc;
import dev.assay.conductor.membership.ServedNodes;
import dev.assay.error.AssayException;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads the power states of nodes from their BMCs and records changes. Only reads: it takes no
 * lease, and records nothing for a node that a conductor works on. A BMC that does not answer
 * occupies one worker until the driver gives up, and is then asked less often.
 */
@ApplicationScoped
public class PowerSync {
  private static final Logger LOG = Logger.getLogger(PowerSync.class);

  /** The states in which nobody knows yet, or any more, whether the BMC can be asked. */
  private static final Set<ProvisionState> NOT_ASKED =
      EnumSet.of(ProvisionState.ENROLL, ProvisionState.VERIFYING);

  private final PowerChecks checks;
  private final Nodes nodes;
  private final Drivers drivers;
  private final ServedNodes served;
  private final Duration interval;
  private final Clock clock;
  private final Semaphore workers;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("power-sync-", 0).factory());

  /** Whom to ask; {@code updatedAt} tells later whether somebody worked on the node meanwhile. */
  private record Asked(Power power, Bmc bmc, @Nullable Instant updatedAt) {}

  PowerSync(
      PowerChecks checks,
      Nodes nodes,
      Drivers drivers,
      ServedNodes served,
      ConductorConfig config,
      Clock clock) {
    this.checks = checks;
    this.nodes = nodes;
    this.drivers = drivers;
    this.served = served;
    this.interval = config.syncPowerStateInterval();
    this.clock = clock;
    if (interval.isNegative() || config.syncPowerStateWorkers() < 1) {
      throw new IllegalArgumentException(
          "assay.conductor.sync-power-state-interval must be 0, which switches it off, or greater,"
              + " and sync-power-state-workers 1 or more");
    }
    this.workers = new Semaphore(config.syncPowerStateWorkers());
  }

  @Scheduled(every = "1s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() throws InterruptedException {
    if (interval.isZero()) {
      return;
    }
    while (workers.tryAcquire(100, TimeUnit.MILLISECONDS)) {
      workers.release();
      if (!claimAndStart(workers.availablePermits())) {
        return;
      }
    }
  }

  @Scheduled(every = "30s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void addNewNodes() {
    if (!interval.isZero()) {
      QuarkusTransaction.requiringNew().run(() -> checks.addNew(interval));
    }
  }

  void stop(@Observes ShutdownEvent end) {
    threads.shutdownNow();
  }

  /** False when nothing is due. */
  private boolean claimAndStart(int most) {
    var due =
        QuarkusTransaction.requiringNew()
            .call(() -> checks.claim(served.routes(), Math.max(1, most), interval));
    for (var node : due) {
      workers.acquireUninterruptibly();
      threads.execute(() -> check(node));
    }
    return !due.isEmpty();
  }

  private void check(NodeId id) {
    try {
      var asked = QuarkusTransaction.requiringNew().call(() -> nodes.find(id).flatMap(this::asked));
      if (asked.isPresent()) {
        var state = asked.get().power().power(asked.get().bmc());
        QuarkusTransaction.requiringNew().run(() -> answered(id, asked.get(), state));
      }
    } catch (AssayException e) {
      failed(id, e);
    } catch (RuntimeException e) {
      LOG.warnf(e, "The power state of node %s was not read.", id);
    } finally {
      workers.release();
    }
  }

  private Optional<Asked> asked(Node node) {
    return quiet(node)
            && drivers.serving(node.attributes()) instanceof Power power
            && node.attributes().secretDriverInfo().unusable().isEmpty()
        ? Optional.of(
            new Asked(
                power,
                StoredBmc.of(node.uuid(), node.attributes().secretDriverInfo()),
                node.updatedAt()))
        : Optional.empty();
  }

  /** Nobody works on it or is about to change its power. */
  private static boolean quiet(Node node) {
    return !NOT_ASKED.contains(node.provisionState())
        && !node.attributes().maintenance()
        && node.reservation() == null
        && node.targetPowerState() == null;
  }

  private void answered(NodeId id, Asked asked, Optional<PowerState> state) {
    checks.succeeded(id);
    if (state.isPresent()) {
      nodes
          .findForUpdate(id)
          .filter(node -> quiet(node) && Objects.equals(node.updatedAt(), asked.updatedAt()))
          .filter(node -> !state.get().wire().equals(node.powerState()))
          .ifPresent(node -> record(node, state.get()));
    }
  }

  private void record(Node node, PowerState state) {
    LOG.infof(
        "Node %s is %s, not %s: somebody else changed its power.",
        node.uuid(), state.wire(), node.powerState());
    node.powerIs(state, clock.instant());
  }

  private void failed(NodeId id, AssayException reason) {
    var times = QuarkusTransaction.requiringNew().call(() -> checks.failed(id, interval));
    if (times == 1) {
      LOG.warnf("The power state of node %s cannot be read: %s", id, reason.sentence());
    } else {
      LOG.debugf("Again the power state of node %s cannot be read: %s", id, reason.sentence());
    }
  }
}
