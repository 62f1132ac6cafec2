package dev.assay.lease;

import dev.assay.hardware.Bmc;
import dev.assay.node.NodeId;

/** A node that this process may work on. Only {@link NodeLease} makes one. */
public final class LeasedNode {
  private final NodeId node;
  private final Lease lease;
  private final Runnable check;

  /**
   * @param check throws LeaseLost when the lease is lost
   */
  LeasedNode(NodeId node, Lease lease, Runnable check) {
    this.node = node;
    this.lease = lease;
    this.check = check;
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

  /** {@code bmc}, to which a driver sends commands only while this lease is held. */
  public Bmc guard(Bmc bmc) {
    return bmc.guardedBy(check);
  }

  /** What happened when nothing could be written because the lease is lost. */
  public LeaseLost lost() {
    return new LeaseLost(lease);
  }

  Lease lease() {
    return lease;
  }
}
