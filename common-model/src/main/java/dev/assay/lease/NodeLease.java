package dev.assay.lease;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.node.Node;
import dev.assay.node.NodeId;
import dev.assay.node.Nodes;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import org.hibernate.Session;

/**
 * The exclusive lock of a node: its lease, whose holder the API shows as {@code reservation}.
 * Everybody first takes the node's row lock, so that a request in the API and a conductor never
 * pass each other. Every method joins the caller's transaction. Source: spec conductor.md 3.
 */
@ApplicationScoped
public class NodeLease {
  private final Leases leases;
  private final Nodes nodes;
  private final Session database;

  NodeLease(Leases leases, Nodes nodes, Session database) {
    this.leases = leases;
    this.nodes = nodes;
    this.database = database;
  }

  /** Takes the node; empty when another holds it. */
  public Optional<LeasedNode> acquire(NodeId node, String holder, Duration ttl) {
    // A lease that a crash of the database forgets was never worked under: no need to wait for
    // disk.
    database.createNativeMutationQuery("set local synchronous_commit to off").executeUpdate();
    nodes.lockRow(node);
    return leases.acquire(name(node), holder, ttl).map(lease -> new LeasedNode(node, lease));
  }

  /**
   * The node, locked for this transaction, to be written under the lease; empty when the lease was
   * taken over meanwhile, or the node deleted: then nothing may be written.
   */
  public Optional<Node> enter(LeasedNode leased) {
    return nodes.findForUpdate(leased.node()).filter(_ -> leases.stillHeld(leased.lease()));
  }

  /** Gives the node back, with the writes of this transaction. */
  public void release(LeasedNode leased) {
    leases.release(leased.lease());
  }

  /** Takes the node from whoever holds it: what that one still writes is refused by the epoch. */
  public void revoke(Node node) {
    leases.revoke(name(node.uuid()));
  }

  /** Who works on the node now. */
  public Optional<String> holder(NodeId node) {
    return leases.holder(name(node));
  }

  /** NODE_LOCKED when a conductor works on the node; {@code node} was loaded for update. */
  public void requireFree(Node node) {
    leases
        .holder(name(node.uuid()))
        .ifPresent(
            holder -> {
              throw locked(node.uuid(), holder);
            });
  }

  /** The refusal as clients know it. Source: api.md 3. */
  public static AssayException locked(NodeId node, String holder) {
    return new AssayException(
        ErrorCode.NODE_LOCKED,
        "Node %s is locked by host %s, please retry after the current operation is completed."
            .formatted(node, holder));
  }

  private static String name(NodeId node) {
    return "node/" + node;
  }
}
