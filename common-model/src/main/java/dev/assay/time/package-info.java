/**
 * Clock and stopwatch, which are injected where the time is needed, time formats and limits for
 * repeated log messages.
 */
@NullMarked
package dev.assay.time;

import org.jspecify.annotations.NullMarked;
