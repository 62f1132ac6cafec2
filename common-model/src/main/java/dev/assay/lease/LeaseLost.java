package dev.assay.lease;

/**
 * Thrown when this process no longer holds the lease under which it works, or cannot find out
 * whether it does. The work stops at once. The node has not failed and the work is not done: the
 * message that ordered it is retried, and the retry sees from the node's state what is left to do.
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
