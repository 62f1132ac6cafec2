/**
 * Messages that no conductor could carry out. Source: spec conductor.md 1.3, docs/decisions/0043.
 */
@NullMarked
package dev.assay.deadletter;

import org.jspecify.annotations.NullMarked;
