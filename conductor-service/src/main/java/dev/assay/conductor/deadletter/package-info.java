/**
 * Stores messages that cannot be carried out. Source: spec conductor.md 1.3, docs/decisions/0043.
 */
@NullMarked
package dev.assay.conductor.deadletter;

import org.jspecify.annotations.NullMarked;
