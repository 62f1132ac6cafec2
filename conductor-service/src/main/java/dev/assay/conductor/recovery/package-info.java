/**
 * Nothing waits for ever: commands that got lost are sent again, and work that nobody does ends
 * with the reason. Source: docs/architecture.md, invariant 3, docs/decisions/0022.
 */
@NullMarked
package dev.assay.conductor.recovery;

import org.jspecify.annotations.NullMarked;
