/** The clock, injected wherever the time is asked. */
@NullMarked
package dev.assay.time;

import org.jspecify.annotations.NullMarked;
