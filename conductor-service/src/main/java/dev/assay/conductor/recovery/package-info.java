/**
 * Nothing waits for ever: commands that got lost are sent again, and work that nobody does ends
 * with the reason. Source: design 2, docs/decisions/0022.
 */
@NullMarked
package dev.assay.conductor.recovery;

import org.jspecify.annotations.NullMarked;
