package dev.assay.lease;

import dev.assay.node.NodeId;

/** A node that this process may work on. Only {@link NodeLease} makes one. */
public final class LeasedNode {
  private final NodeId node;
  private final Lease lease;

  LeasedNode(NodeId node, Lease lease) {
    this.node = node;
    this.lease = lease;
  }

  public NodeId node() {
    return node;
  }

  /** The conductor that holds the node. */
  public String holder() {
    return lease.holder();
  }

  /** True when the holder before died or lost it: its work may be half done. */
  public boolean takenOver() {
    return lease.takenOver();
  }

  /** The number of this acquisition. */
  public long epoch() {
    return lease.epoch();
  }

  Lease lease() {
    return lease;
  }
}
