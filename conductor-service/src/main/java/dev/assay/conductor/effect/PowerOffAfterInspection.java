package dev.assay.conductor.effect;

import dev.assay.conductor.work.NodeWork;
import dev.assay.conductor.work.WorkOutcome;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspections;
import dev.assay.lease.LeasedNode;
import dev.assay.node.HistoryEntry;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Powers a machine off after an inspection, or reboots it, while the node's row still orders that:
 * a verb, a power change or an instance cancels it; only the medium is then ejected. A failure is
 * added to last_error; the inspection's result stays. Source: spec conductor.md 6.6,
 * docs/decisions/0023.
 */
@ApplicationScoped
public class PowerOffAfterInspection {
  private final NodeWork work;
  private final TearDown tearDown;
  private final Nodes nodes;
  private final Inspections inspections;
  private final Clock clock;

  PowerOffAfterInspection(
      NodeWork work, TearDown tearDown, Nodes nodes, Inspections inspections, Clock clock) {
    this.inspections = inspections;
    this.work = work;
    this.tearDown = tearDown;
    this.nodes = nodes;
    this.clock = clock;
  }

  /** Does what is due; takes the node's lease for that. */
  public WorkOutcome run(NodeId id, UUID inspection) {
    return run(id, inspection, node -> isDue(node, inspection) || mayHoldMedium(node));
  }

  /** As above, but only if power is still to be switched off. */
  public WorkOutcome runIfDue(NodeId id, UUID inspection) {
    return run(id, inspection, node -> isDue(node, inspection));
  }

  private WorkOutcome run(NodeId id, UUID inspection, Predicate<Node> due) {
    return work.run(
        id, node -> Optional.of(node).filter(due), (leased, node) -> run(leased, node, inspection));
  }

  /** Does what is due, under a lease that this releases; {@code node} as of that lease. */
  public void run(LeasedNode leased, Node node, UUID inspection) {
    var due = isDue(node, inspection);
    var failure = due ? tearDown.of(node, leased) : tearDown.medium(node, leased);
    failure.ifPresentOrElse(
        why -> work.finish(leased, now -> failed(now, leased, inspection, why)),
        () ->
            work.finishPoweredOff(
                leased, inspection, due && tearDown.powersOff(node), clock.instant()));
  }

  /** Cancelling the power-off leaves the medium; a running inspection needs the one it inserted. */
  private boolean mayHoldMedium(Node node) {
    return tearDown.removesMedium(node) && inspections.active(node).isEmpty();
  }

  /** Whether power is still to be switched off because {@code inspection} is over. */
  public static boolean isDue(Node node, UUID inspection) {
    return node.work().powerOffAfter().filter(inspection::equals).isPresent();
  }

  private void failed(Node node, LeasedNode leased, UUID inspection, String why) {
    if (isDue(node, inspection)) {
      node.powerOffIsOver();
    }
    var now = clock.instant();
    var text = "Inspection clean up failed: " + why;
    nodes.record(
        new HistoryEntry(node, HistoryEntry.Kind.INTROSPECTION, true, text, leased.holder(), now));
    node.fail(node.lastError() == null ? text : node.lastError() + " " + text, now);
  }
}
