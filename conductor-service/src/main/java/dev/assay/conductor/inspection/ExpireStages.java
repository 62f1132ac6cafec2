package dev.assay.conductor.inspection;

import dev.assay.conductor.membership.Membership;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Stage;
import dev.assay.inspection.StageEvent;
import dev.assay.inspection.Trace;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.node.NodeId;
import dev.assay.node.Nodes;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * No stage lasts for ever. Every conductor looks; the node's row lock decides who acts. Waiting
 * ends only while nobody works on the node; a stage in which a conductor works is taken from it.
 * Source: spec conductor.md 6.5 and 11, state-machine.md PI8.
 */
@ApplicationScoped
public class ExpireStages {
  private static final Logger LOG = Logger.getLogger(ExpireStages.class);
  private static final int AT_ONCE = 100;
  private static final String WAITED_TOO_LONG =
      "Timeout reached while inspecting the node. Please check if the ramdisk responsible for the"
          + " inspection is running on the node.";

  private final Inspections inspections;
  private final InspectionEnd end;
  private final Nodes nodes;
  private final NodeLease nodeLease;
  private final Membership membership;
  private final Clock clock;

  ExpireStages(
      Inspections inspections,
      InspectionEnd end,
      Nodes nodes,
      NodeLease nodeLease,
      Membership membership,
      Clock clock) {
    this.inspections = inspections;
    this.end = end;
    this.nodes = nodes;
    this.nodeLease = nodeLease;
    this.membership = membership;
    this.clock = clock;
  }

  @Scheduled(
      every = "${assay.conductor.check-provision-state-interval:5s}",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() {
    var overdue = QuarkusTransaction.requiringNew().call(() -> inspections.overdue(AT_ONCE));
    for (var late : overdue) {
      QuarkusTransaction.requiringNew().run(() -> expire(late.node(), late.inspection()));
    }
  }

  private void expire(NodeId id, UUID inspection) {
    var node = nodes.findForUpdate(id);
    if (node.isEmpty()) {
      return;
    }
    inspections
        .active(node.get())
        .filter(run -> run.uuid().equals(inspection) && isOverdue(run))
        .ifPresent(run -> expire(node.get(), run));
  }

  private boolean isOverdue(Inspection run) {
    var deadline = run.stageDeadline();
    return deadline != null && deadline.isBefore(clock.instant());
  }

  private void expire(Node node, Inspection run) {
    var holder = nodeLease.holder(node.uuid());
    if (run.stage() == Stage.WAITING && holder.isPresent()) {
      return; // somebody works on the node: next time
    }
    holder.ifPresent(_ -> nodeLease.revoke(node));
    LOG.warnf(
        "Inspection %s of node %s: time is up in stage %s.",
        run.uuid(), node.uuid(), run.stage().wire());
    switch (run.stage()) {
      case WAITING ->
          end.timedOut(node, run, ErrorCode.INSPECTION_TIMEOUT, WAITED_TOO_LONG, membership.name());
      case STARTING, PROCESSING, REAPPLYING, ENROLLING ->
          end.timedOut(node, run, ErrorCode.INSPECTION_TIMEOUT, stuck(run), membership.name());
      case ABORTING ->
          run.fail(
              StageEvent.TIMEOUT,
              ErrorCode.INSPECTION_ABORTED,
              "Canceled by operator; the machine could not be powered off in time",
              Trace.EMPTY,
              clock.instant());
      case FINISHED, ERROR -> throw new IllegalStateException("a run that is over has no deadline");
    }
  }

  private static String stuck(Inspection run) {
    return "Timeout reached while inspecting the node: stage %s lasted longer than allowed. Check that"
            .formatted(run.stage().wire())
        + " a conductor is running, and its log for this node.";
  }
}
