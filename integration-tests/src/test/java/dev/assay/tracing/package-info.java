/** Tests what a collector gets of a whole installation. */
@NullMarked
package dev.assay.tracing;

import org.jspecify.annotations.NullMarked;
