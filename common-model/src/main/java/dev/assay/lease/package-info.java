/**
 * The one lease primitive: holder, epoch, expiry, by the clock of the database. Source:
 * docs/architecture.md, invariant 4, spec conductor.md 3.
 */
@NullMarked
package dev.assay.lease;

import org.jspecify.annotations.NullMarked;
