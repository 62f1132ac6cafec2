/**
 * Benchmarks over the real processes: they print figures and judge nothing. Load goes to loopback
 * only, and is bounded in number and time.
 */
@NullMarked
package dev.assay.bench;

import org.jspecify.annotations.NullMarked;
