/**
 * Consumes announcements from the broker. Not part of the all-in-one process, which has no broker.
 */
@NullMarked
package dev.assay.pxefilter.dispatch;

import org.jspecify.annotations.NullMarked;
