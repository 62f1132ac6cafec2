/** Runs work on a leased node and writes its result. Source: docs/architecture.md, invariant 4. */
@NullMarked
package dev.assay.conductor.work;

import org.jspecify.annotations.NullMarked;
