/**
 * Leases: exclusive locks with a holder, an epoch and an expiry by the database clock. Source:
 * docs/architecture.md, invariant 4, spec conductor.md 3.
 */
@NullMarked
package dev.assay.lease;

import org.jspecify.annotations.NullMarked;
