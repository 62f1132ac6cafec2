package dev.assay.conductor.effect;

import dev.assay.conductor.work.LeasedWork;
import dev.assay.inspection.Inspections;
import dev.assay.lease.LeasedNode;
import dev.assay.node.HistoryEntry;
import dev.assay.node.Node;
import dev.assay.node.NodeId;
import dev.assay.node.Nodes;
import dev.assay.node.PowerState;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;

/**
 * After an inspection: power off, unless the node is in its next one by now. A BMC that does not
 * obey is told in last_error; the result stays. Source: spec conductor.md 6.6.
 */
@ApplicationScoped
public class PowerOffAfterInspection {
  private final LeasedWork work;
  private final Inspections inspections;
  private final PowerOff powerOff;
  private final Nodes nodes;
  private final Clock clock;

  PowerOffAfterInspection(
      LeasedWork work, Inspections inspections, PowerOff powerOff, Nodes nodes, Clock clock) {
    this.work = work;
    this.inspections = inspections;
    this.powerOff = powerOff;
    this.nodes = nodes;
    this.clock = clock;
  }

  public void run(NodeId id, UUID inspection) {
    work.run(
        id,
        node -> stillTheLatest(node, inspection),
        (leased, node) -> {
          var failure = powerOff.of(node, leased);
          work.conclude(leased, now -> conclude(now, leased, failure));
        });
  }

  private Optional<Node> stillTheLatest(Node node, UUID id) {
    return inspections
        .latest(node)
        .filter(run -> run.uuid().equals(id) && !run.stage().active())
        .map(_ -> node);
  }

  private void conclude(Node node, LeasedNode leased, Optional<String> failure) {
    var now = clock.instant();
    if (failure.isEmpty()) {
      powerOff.record(node, PowerState.OFF, now);
      return;
    }
    var text = "Inspection clean up failed: " + failure.get();
    nodes.record(
        new HistoryEntry(node, HistoryEntry.Kind.INTROSPECTION, true, text, leased.holder(), now));
    node.fail(node.lastError() == null ? text : node.lastError() + " " + text, now);
  }
}
