/** Runs long computations on platform threads. */
@NullMarked
package dev.assay.thread;

import org.jspecify.annotations.NullMarked;
