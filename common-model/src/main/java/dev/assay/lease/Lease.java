package dev.assay.lease;

import java.util.UUID;

/**
 * An acquired lease. Code that writes under it checks in the same transaction that it is still
 * held, as {@link NodeLease#enter} does, or at the end with {@link Leases#release}: epoch, holder
 * and process distinguish it from every other acquisition, also by the same holder.
 *
 * @param process the random identity of the process, new at each start
 * @param epoch never repeats
 * @param takenOver whether an earlier holder never released it: its work may be half done
 */
public record Lease(String name, String holder, UUID process, long epoch, boolean takenOver) {}
