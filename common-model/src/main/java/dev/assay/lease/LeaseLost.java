package dev.assay.lease;

/**
 * This process no longer holds the lease under which it works, or cannot find out whether it does.
 * The work stops at once. It is no failure of the node and it is not done either: the message that
 * ordered it is tried again, and the next try sees by the node's state what is left to do.
 */
public final class LeaseLost extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LeaseLost(Lease lease) {
    super(
        "%s no longer holds lease %s (epoch %d)"
            .formatted(lease.holder(), lease.name(), lease.epoch()));
  }

  LeaseLost(Lease lease, Throwable cause) {
    super(
        "%s could not ask the database whether it still holds lease %s (epoch %d)"
            .formatted(lease.holder(), lease.name(), lease.epoch()),
        cause);
  }
}
