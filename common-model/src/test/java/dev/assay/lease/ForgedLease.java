package dev.assay.lease;

import dev.assay.id.NodeId;
import dev.assay.time.Stopwatch;
import java.time.Duration;

/** Pretends to hold a node. */
public final class ForgedLease {
  private ForgedLease() {}

  /** A node under a lease that this process did not acquire. */
  public static LeasedNode of(NodeId node, Lease lease) {
    return new LeasedNode(node, lease, Duration.ZERO, new Stopwatch(), () -> {});
  }
}
