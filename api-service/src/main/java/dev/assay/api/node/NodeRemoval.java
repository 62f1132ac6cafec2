package dev.assay.api.node;

import dev.assay.lease.NodeLease;
import dev.assay.message.Announcement;
import dev.assay.message.Outbox;
import dev.assay.node.Nodes;
import dev.assay.port.Port;
import dev.assay.port.Ports;
import dev.assay.registration.ConductorConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

/** Deletes a node with everything that belongs to it. Source: spec api.md 9.8. */
@ApplicationScoped
public class NodeRemoval {
  private final Nodes nodes;
  private final Ports ports;
  private final NodeFinder known;
  private final NodeLease lease;
  private final Outbox outbox;
  private final ConductorConfig config;

  NodeRemoval(
      Nodes nodes,
      Ports ports,
      NodeFinder known,
      NodeLease lease,
      Outbox outbox,
      ConductorConfig config) {
    this.nodes = nodes;
    this.ports = ports;
    this.known = known;
    this.lease = lease;
    this.outbox = outbox;
    this.config = config;
  }

  /** Deletes the node, and announces that its machine may no longer boot from this service. */
  @Transactional
  public void delete(String ident) {
    var node = known.requireForUpdate(ident);
    NodeGuard.requireDeletable(node, config.allowDeletingAvailableNodes());
    lease.requireFree(node);
    outbox.announce(new Announcement.Deny(ports.of(node).stream().map(Port::address).toList()));
    nodes.remove(node);
  }
}
