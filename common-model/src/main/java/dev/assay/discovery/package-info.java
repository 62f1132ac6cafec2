/**
 * Auto-discovery: creates nodes for machines that nobody enrolled. Source: spec conductor.md 4.3.
 */
@NullMarked
package dev.assay.discovery;

import org.jspecify.annotations.NullMarked;
