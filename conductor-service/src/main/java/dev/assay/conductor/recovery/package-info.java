/**
 * Sends lost commands again, and ends work that no conductor does, with the reason. Source:
 * docs/architecture.md, invariant 3, docs/decisions/0022.
 */
@NullMarked
package dev.assay.conductor.recovery;

import org.jspecify.annotations.NullMarked;
