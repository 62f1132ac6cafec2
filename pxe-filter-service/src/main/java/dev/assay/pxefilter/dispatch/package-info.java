/** What comes from the broker. The all-in-one process has no broker, and not this package. */
@NullMarked
package dev.assay.pxefilter.dispatch;

import org.jspecify.annotations.NullMarked;
