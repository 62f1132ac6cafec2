/**
 * The one lease primitive: holder, epoch, expiry, by the clock of the database. Source: design 2,
 * spec conductor.md 3.
 */
@NullMarked
package dev.assay.lease;

import org.jspecify.annotations.NullMarked;
