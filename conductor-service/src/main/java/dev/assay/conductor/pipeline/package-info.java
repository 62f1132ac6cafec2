/**
 * Runs hooks and rules on the data of one inspection, in order and with time limits. Source: spec
 * hooks.md 1, rules.md 3.
 */
@NullMarked
package dev.assay.conductor.pipeline;

import org.jspecify.annotations.NullMarked;
