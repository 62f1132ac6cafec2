/**
 * Benchmarks of the real processes: they print figures and do not judge times. Load goes only to
 * loopback and is bounded in number and time.
 */
@NullMarked
package dev.assay.bench;

import org.jspecify.annotations.NullMarked;
