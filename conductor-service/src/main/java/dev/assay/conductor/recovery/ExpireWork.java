package dev.assay.conductor.recovery;

import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.conductor.periodic.SingletonTasks;
import dev.assay.connection.DatabaseOutage;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.lease.NodeLease;
import dev.assay.node.HistoryEntry;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionState;
import dev.assay.registration.ConductorConfig;
import dev.assay.time.RepeatedMessages;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Ends work on a node that has passed its deadline, except inspections: verifying, cleaning, a
 * power change, power off after an inspection. One conductor at a time does it.
 */
@ApplicationScoped
public class ExpireWork {
  private static final Logger LOG = Logger.getLogger(ExpireWork.class);
  private static final String TASK = "expire-work";
  private static final int BATCH = 100;

  private final Nodes nodes;
  private final NodeLease nodeLease;
  private final SingletonTasks tasks;
  private final ConductorRegistration registration;
  private final DatabaseOutage outage;
  private final ConductorConfig config;
  private final Clock clock;
  private final RepeatedMessages repeated = new RepeatedMessages();

  ExpireWork(
      Nodes nodes,
      NodeLease nodeLease,
      SingletonTasks tasks,
      ConductorRegistration registration,
      DatabaseOutage outage,
      ConductorConfig config,
      Clock clock) {
    this.nodes = nodes;
    this.nodeLease = nodeLease;
    this.tasks = tasks;
    this.registration = registration;
    this.outage = outage;
    this.config = config;
    this.clock = clock;
  }

  @Scheduled(
      every = "${assay.conductor.check-provision-state-interval:5s}",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() {
    tasks.run(TASK, this::endOverdue);
  }

  private void endOverdue() {
    var left = 0;
    List<NodeId> overdue;
    do {
      var skipped = left;
      overdue = QuarkusTransaction.requiringNew().call(() -> nodes.overdue(BATCH, skipped));
      left += (int) overdue.stream().filter(node -> !end(node)).count();
    } while (overdue.size() == BATCH);
  }

  /**
   * Returns false when the work is not ended. A failure is logged, so that other nodes are still
   * handled.
   */
  private boolean end(NodeId node) {
    try {
      return QuarkusTransaction.requiringNew()
          .call(() -> nodes.findForUpdate(node).map(this::fail).orElse(true));
    } catch (RuntimeException e) {
      var what = "The work on node %s is past its deadline and cannot be ended.".formatted(node);
      if (!outage.explains(e) && repeated.isDue(what)) {
        LOG.error(what, e);
      }
      return false;
    }
  }

  /** Ends all pending work with an error; returns false when there is time left after all. */
  private boolean fail(Node node) {
    if (node.work().timeLeft().filter(Duration::isNegative).isEmpty()) {
      return false;
    }
    if (!isPending(node)) { // another process ended it, but did not clear the order
      node.workIsOver();
      return true;
    }
    var holder = nodeLease.holder(node.uuid());
    holder.ifPresent(_ -> nodeLease.revoke(node));
    var now = clock.instant();
    var why = why(holder);
    if (node.work().powerOffAfter().isPresent()) {
      failPowerOff(node, why, now);
    }
    if (node.targetPowerState() != null) {
      node.work().powerChange().ifPresent(change -> failPowerChange(node, change, why, now));
    }
    switch (node.provisionState()) {
      case VERIFYING ->
          failState(node, "Failed to get power state for node %s".formatted(node.uuid()), why, now);
      case CLEANING -> failState(node, "Failed to clean node %s".formatted(node.uuid()), why, now);
      default -> {}
    }
    node.workIsOver();
    return true;
  }

  private static boolean isPending(Node node) {
    return node.work().powerOffAfter().isPresent()
        || (node.targetPowerState() != null && node.work().powerChange().isPresent())
        || node.provisionState() == ProvisionState.VERIFYING
        || node.provisionState() == ProvisionState.CLEANING;
  }

  private String why(Optional<String> holder) {
    var minutes = config.queueTimeout().toMinutes();
    return holder
        .map(
            name ->
                ("conductor %s worked on it and did not finish within %d minutes. See the log of"
                        + " that conductor.")
                    .formatted(name, minutes))
        .orElseGet(
            () ->
                "no conductor did it within %d minutes. Check that a conductor of the node's group with the node's driver is running, and that it is not too busy."
                    .formatted(minutes));
  }

  private void failState(Node node, String what, String why, Instant now) {
    var kind =
        node.provisionState() == ProvisionState.VERIFYING
            ? HistoryEntry.Kind.VERIFY
            : HistoryEntry.Kind.PROVISIONING;
    node.fail(record(node, kind, what, why, now), now);
    node.move(ProvisionEvent.FAIL, now);
  }

  private void failPowerChange(Node node, PowerState change, String why, Instant now) {
    var what =
        "Failed to change power state to '%s' by '%s'"
            .formatted(change.reached().wire(), change.wire());
    node.fail(record(node, HistoryEntry.Kind.PROVISIONING, what, why, now), now);
    node.powerChangeIsOver(now);
  }

  /** Keeps the inspection's own error and appends this one. */
  private void failPowerOff(Node node, String why, Instant now) {
    var text =
        record(
            node,
            HistoryEntry.Kind.INTROSPECTION,
            "Inspection clean up failed: power off",
            why,
            now);
    node.fail(node.lastError() == null ? text : node.lastError() + " " + text, now);
    node.powerOffIsOver();
  }

  private String record(Node node, HistoryEntry.Kind kind, String what, String why, Instant now) {
    var text = what + ": " + why;
    LOG.warnf("Node %s: %s", node.uuid(), text);
    nodes.record(new HistoryEntry(node, kind, true, text, registration.name(), now));
    return text;
  }
}
