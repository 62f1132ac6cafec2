/** The filters that are there, as operators see them. */
@NullMarked
package dev.assay.pxefilter.membership;

import org.jspecify.annotations.NullMarked;
