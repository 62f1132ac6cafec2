/**
 * The inspect interfaces that are built in, and how they are found. Source: spec conductor.md 6.
 */
@NullMarked
package dev.assay.conductor.inspect;

import org.jspecify.annotations.NullMarked;
