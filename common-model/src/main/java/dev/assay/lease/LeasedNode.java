package dev.assay.lease;

import dev.assay.hardware.Bmc;
import dev.assay.id.NodeId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A node that this process holds the lease of and may work on. Only {@link NodeLease} creates one.
 */
public final class LeasedNode {
  /** Far below the time that a lease is valid for after each renewal. */
  private static final Duration TRUSTED = Duration.ofMillis(200);

  private final NodeId node;
  private final Lease lease;
  private final Runnable check;

  /** When the database last said that the lease is held, by nanoTime; null for never. */
  private volatile @Nullable Long held;

  /**
   * @param check throws LeaseLost when the lease is lost
   */
  LeasedNode(NodeId node, Lease lease, Runnable check) {
    this.node = node;
    this.lease = lease;
    this.check = check;
  }

  /** Records that the database has just said that the lease is held. */
  void seenHeld() {
    held = System.nanoTime();
  }

  public NodeId node() {
    return node;
  }

  /** The conductor that holds the node. */
  public String holder() {
    return lease.holder();
  }

  /** True when the previous holder died or lost the lease: its work may be half done. */
  public boolean takenOver() {
    return lease.takenOver();
  }

  /** Returns {@code bmc} so that a driver sends commands to it only while this lease is held. */
  public Bmc guard(Bmc bmc) {
    return bmc.guardedBy(this::requireHeld);
  }

  private void requireHeld() {
    var seen = held;
    if (seen == null || System.nanoTime() - seen > TRUSTED.toNanos()) {
      check.run();
    }
  }

  /** The exception to throw when nothing could be written because the lease is lost. */
  public LeaseLost lost() {
    return new LeaseLost(lease);
  }

  /** The lease itself, for renewing it. */
  public Lease lease() {
    return lease;
  }
}
