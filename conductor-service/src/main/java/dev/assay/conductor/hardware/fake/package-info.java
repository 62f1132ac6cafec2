/** Machines that exist in memory only, for trials and tests. Source: spec api.md 20. */
@NullMarked
package dev.assay.conductor.hardware.fake;

import org.jspecify.annotations.NullMarked;
