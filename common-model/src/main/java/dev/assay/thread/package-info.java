/** Runs long computations and foreign code on platform threads. */
@NullMarked
package dev.assay.thread;

import org.jspecify.annotations.NullMarked;
