/**
 * What is done to the data of one inspection: hooks and rules, in their order, each watched.
 * Source: spec hooks.md 1, rules.md 3.
 */
@NullMarked
package dev.assay.conductor.pipeline;

import org.jspecify.annotations.NullMarked;
