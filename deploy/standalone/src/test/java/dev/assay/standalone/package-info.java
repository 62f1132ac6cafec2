/** Tests of the parts of the all-in-one. */
@NullMarked
package dev.assay.standalone;

import org.jspecify.annotations.NullMarked;
