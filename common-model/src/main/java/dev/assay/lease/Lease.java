package dev.assay.lease;

import java.util.UUID;

/**
 * A lease that was acquired. Whoever writes under it checks in the same transaction that it still
 * stands, with {@link Leases#stillHeld}, or at the end with {@link Leases#release}: epoch, holder
 * and process tell it from every other acquisition, also by the same holder.
 *
 * @param process the random identity of the process, new at each start
 * @param epoch never repeats
 * @param takenOver an earlier holder never released it: what it did may be half done
 */
public record Lease(String name, String holder, UUID process, long epoch, boolean takenOver) {}
