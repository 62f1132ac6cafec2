/** Tests that the benchmarks measure what they claim and stay within their limits. */
@NullMarked
package dev.assay.bench;

import org.jspecify.annotations.NullMarked;
