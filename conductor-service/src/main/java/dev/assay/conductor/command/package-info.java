/**
 * Receives commands, from the broker or from within the process. Source: docs/architecture.md,
 * invariant 3.
 */
@NullMarked
package dev.assay.conductor.command;

import org.jspecify.annotations.NullMarked;
