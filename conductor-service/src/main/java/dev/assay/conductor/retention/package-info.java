/** Deletes what is older than the options {@code assay.retention.*} say. */
@NullMarked
package dev.assay.conductor.retention;

import org.jspecify.annotations.NullMarked;
