/**
 * Inspections: one durable row per run. Source: spec state-machine.md 4 to 6, docs/architecture.md,
 * invariant 1.
 */
@NullMarked
package dev.assay.inspection;

import org.jspecify.annotations.NullMarked;
