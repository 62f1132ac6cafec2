/** Registration of a PXE filter in the database. */
@NullMarked
package dev.assay.pxefilter.membership;

import org.jspecify.annotations.NullMarked;
