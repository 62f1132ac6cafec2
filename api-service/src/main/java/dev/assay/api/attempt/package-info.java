/**
 * Records what became of the lookups and callbacks of machines, for operators, and keeps the data
 * of refused callbacks. Source: spec conductor.md 4.4, docs/decisions/0048.
 */
@NullMarked
package dev.assay.api.attempt;

import org.jspecify.annotations.NullMarked;
