/** The way out to the broker. */
@NullMarked
package dev.assay.conductor.dispatch;

import org.jspecify.annotations.NullMarked;
