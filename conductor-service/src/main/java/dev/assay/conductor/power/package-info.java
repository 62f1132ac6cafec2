/**
 * Keeps power_state as the BMCs report it: somebody may press a button. Source: spec conductor.md
 * 11.
 */
@NullMarked
package dev.assay.conductor.power;

import org.jspecify.annotations.NullMarked;
