package dev.assay.api.node;

import dev.assay.api.conductor.ServingConductors;
import dev.assay.api.field.Patch;
import dev.assay.api.http.ApiRequest;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.node.NodeDocument;
import dev.assay.node.Nodes;
import dev.assay.nodeedit.NodeEdit;
import dev.assay.nodeedit.NodeEdit.OnNewDriver;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Changes what a client may set of a node. Source: spec api.md 9.7, 10.5. */
@ApplicationScoped
public class NodeChange {
  private final Nodes nodes;
  private final NodeFinder known;
  private final RequestDirectory directory;
  private final NodeEdit edit;
  private final NodeLease lease;
  private final ServingConductors conductors;
  private final ApiRequest request;
  private final Clock clock;

  NodeChange(
      Nodes nodes,
      NodeFinder known,
      RequestDirectory directory,
      NodeEdit edit,
      NodeLease lease,
      ServingConductors conductors,
      ApiRequest request,
      Clock clock) {
    this.nodes = nodes;
    this.known = known;
    this.directory = directory;
    this.edit = edit;
    this.lease = lease;
    this.conductors = conductors;
    this.request = request;
    this.clock = clock;
  }

  /** The node after {@code patch}; {@code reset} gives a new driver its own interfaces. */
  @Transactional
  public Node patch(String ident, Patch patch, boolean reset) {
    var node = known.requireForUpdate(ident);
    NodeGuard.requireUpdatable(node, patch, request.version());
    NodeGuard.requireReadable(node, patch);
    if (patch.isEmpty()) {
      return node;
    }
    var stored = node.attributes();
    var after = patch.applyTo(NodeDocument.of(stored), NodeFields.TABLE);
    var name = NodeDocument.text(after, "name");
    if (name != null && !name.equals(stored.name())) {
      NodeNames.require("node", name, request.version());
    }
    var onNewDriver = reset ? OnNewDriver.RESET : OnNewDriver.KEEP;
    var changed = edit.change(node.uuid(), stored, after, patch.roots(), onNewDriver, directory);
    NodeGuard.requireAllowed(node, changed);
    lease.requireFree(node);
    if (!changed.equals(stored)) {
      node.update(changed, clock.instant());
      NodeConflicts.write(node.uuid(), changed, nodes::write);
    }
    return node;
  }

  /** Into maintenance, with why, or out of it. */
  @Transactional
  public void maintain(String ident, boolean on, @Nullable String reason) {
    var node = known.requireForUpdate(ident);
    conductors.require(node);
    lease.requireFree(node);
    node.maintain(on, reason, clock.instant());
  }
}
