package dev.assay.conductor.inspection;

import dev.assay.change.ChangeSet;
import dev.assay.conductor.pipeline.RulesRun;
import dev.assay.document.InventoryConfig;
import dev.assay.document.InventoryConfig.DataBackend;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inventories;
import dev.assay.inspection.Trace;
import dev.assay.inspection.Traces;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.rule.store.ApiCalls;
import dev.assay.statement.JoinedWrites;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;

/**
 * Writes everything that a successful inspection changes, within the caller's transaction: node,
 * ports, inventory, the end of the inspection and what follows it.
 */
@ApplicationScoped
class InspectionCommit {
  private final InspectedNode nodes;
  private final InspectedPorts ports;
  private final Inventories inventories;
  private final Traces traces;
  private final InventoryConfig config;
  private final InspectionEnd end;
  private final ApiCalls calls;
  private final Nodes stored;
  private final Clock clock;

  InspectionCommit(
      InspectedNode nodes,
      InspectedPorts ports,
      Inventories inventories,
      Traces traces,
      InventoryConfig config,
      InspectionEnd end,
      ApiCalls calls,
      Nodes stored,
      Clock clock) {
    this.nodes = nodes;
    this.ports = ports;
    this.inventories = inventories;
    this.traces = traces;
    this.config = config;
    this.end = end;
    this.calls = calls;
    this.stored = stored;
    this.clock = clock;
  }

  /**
   * Ends {@code run} successfully, and runs {@code also} in a round trip of it. Throws
   * InspectionFailure when a value that rules set is invalid, and a constraint violation, here and
   * not at the commit, when the database rejects it.
   */
  void success(
      Node node,
      Inspection run,
      ChangeSet changes,
      RulesRun rules,
      Inventories.Result result,
      Trace trace,
      JoinedWrites also) {
    var now = clock.instant();
    nodes.write(node, changes, !rules.isEmpty(), now);
    ports.write(node, run, changes, now);
    end.finished(node, run, changes.addresses(), trace, also);
    keep(run, result, now, also);
    calls.order(node, run, rules.calls());
    stored.write();
  }

  private void keep(Inspection run, Inventories.Result result, Instant now, JoinedWrites also) {
    if (config.dataBackend() == DataBackend.NONE) {
      traces.keep(run, also);
    } else {
      inventories.keep(run, result, traces.detach(run), now, also);
    }
  }
}
