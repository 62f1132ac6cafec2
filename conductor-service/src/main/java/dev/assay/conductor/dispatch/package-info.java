/** Consumes commands and requests from the broker. */
@NullMarked
package dev.assay.conductor.dispatch;

import org.jspecify.annotations.NullMarked;
