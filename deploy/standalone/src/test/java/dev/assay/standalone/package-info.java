/** Tests of the parts of the all-in-one process. */
@NullMarked
package dev.assay.standalone;

import org.jspecify.annotations.NullMarked;
