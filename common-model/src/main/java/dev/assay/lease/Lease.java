package dev.assay.lease;

/**
 * A lease that was acquired. Whoever writes under it checks in the same transaction that it still
 * stands, with {@link Leases#stillHeld}, or at the end with {@link Leases#release}: the epoch tells
 * it from every other acquisition, also by the same holder.
 *
 * @param takenOver an earlier holder never released it: what it did may be half done
 */
public record Lease(String name, String holder, long epoch, boolean takenOver) {}
