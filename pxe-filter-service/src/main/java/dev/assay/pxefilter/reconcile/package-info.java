/**
 * Keeps what is in force as the database says: after each announcement, and by comparing everything
 * now and then. Source: spec pxe-filter.md 3 and 6.
 */
@NullMarked
package dev.assay.pxefilter.reconcile;

import org.jspecify.annotations.NullMarked;
