/**
 * Looking at a leased node and writing what came of the work. Source: docs/architecture.md,
 * invariant 4.
 */
@NullMarked
package dev.assay.conductor.work;

import org.jspecify.annotations.NullMarked;
