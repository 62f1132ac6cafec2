package dev.assay.lease;

import dev.assay.hardware.Bmc;
import dev.assay.id.NodeId;
import dev.assay.time.Stopwatch;
import java.time.Duration;

/**
 * A node that this process holds the lease of and may work on. Only {@link NodeLease} creates one.
 */
public final class LeasedNode {
  /** How long a lease counts as held after the database said so, unless its ttl is short. */
  private static final Duration TRUSTED = Duration.ofMillis(200);

  /** A small part of the time for which the database gives the lease. */
  private static final int PART_OF_TTL = 10;

  private final NodeId node;
  private final Lease lease;
  private final Runnable check;
  private final Stopwatch stopwatch;
  private final long trusted;

  /** When the database last said that the lease is held, by the stopwatch. */
  private volatile long held;

  /**
   * The lease was acquired just now.
   *
   * @param ttl for which it was acquired
   * @param check throws LeaseLost when the lease is lost
   */
  LeasedNode(NodeId node, Lease lease, Duration ttl, Stopwatch stopwatch, Runnable check) {
    this.node = node;
    this.lease = lease;
    this.check = check;
    this.stopwatch = stopwatch;
    trusted = Math.min(TRUSTED.toNanos(), ttl.toNanos() / PART_OF_TTL);
    held = stopwatch.nanos();
  }

  /** Records that the database has just said that the lease is held. */
  void seenHeld() {
    held = stopwatch.nanos();
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

  /**
   * Returns {@code bmc} so that a driver sends commands to it only while this lease is held: a
   * command more than 200 ms after the database said so asks it again.
   */
  public Bmc guard(Bmc bmc) {
    return bmc.guardedBy(this::requireHeld);
  }

  private void requireHeld() {
    if (stopwatch.nanos() - held >= trusted) {
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
