package dev.assay.lease;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.node.Node;
import dev.assay.node.NodeId;
import dev.assay.node.Nodes;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;

/**
 * The exclusive lock of a node: its lease, whose holder the API shows as {@code reservation}.
 * Everybody first takes the node's row lock, so that a request in the API and a conductor never
 * pass each other. Every method joins the caller's transaction. Source: spec conductor.md 3.
 */
@ApplicationScoped
public class NodeLease {
  private final Leases leases;
  private final Nodes nodes;

  NodeLease(Leases leases, Nodes nodes) {
    this.leases = leases;
    this.nodes = nodes;
  }

  /** Takes the node, which was loaded for update; empty when another holds it. */
  public Optional<LeasedNode> acquire(Node node, String holder, Duration ttl) {
    return leases
        .acquire(name(node.uuid()), holder, ttl)
        .map(lease -> new LeasedNode(node.uuid(), lease, () -> requireHeld(lease)));
  }

  /**
   * The node, locked for this transaction, to be written under the lease; empty when the lease was
   * taken over meanwhile, or the node deleted: then nothing may be written.
   */
  public Optional<Node> enter(LeasedNode leased) {
    return nodes.findForUpdate(leased.node()).filter(_ -> leases.stillHeld(leased.lease()));
  }

  /** As {@link #enter}, for the last time: the node is given back with the writes. */
  public Optional<Node> leave(LeasedNode leased) {
    var node = nodes.findForUpdate(leased.node());
    var held = leases.release(leased.lease());
    return node.filter(_ -> held);
  }

  /** Asked before each command to a BMC, so in a short transaction of its own. */
  private void requireHeld(Lease lease) {
    boolean held;
    try {
      held = QuarkusTransaction.requiringNew().call(() -> leases.isHeld(lease));
    } catch (RuntimeException e) {
      throw new LeaseLost(lease, e);
    }
    if (!held) {
      throw new LeaseLost(lease);
    }
  }

  /** Gives the node back without having written. */
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
