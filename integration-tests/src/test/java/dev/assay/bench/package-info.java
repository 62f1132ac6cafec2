/** That the benchmarks measure what they say, and stay within their bounds. */
@NullMarked
package dev.assay.bench;

import org.jspecify.annotations.NullMarked;
