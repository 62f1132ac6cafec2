/**
 * The workflows of a node other than inspection, one file each. Source: spec conductor.md 6.1 and
 * 12.
 */
@NullMarked
package dev.assay.conductor.node;

import org.jspecify.annotations.NullMarked;
