/** The inspections of a node and their traces, for diagnosis. An extension of Assay. */
@NullMarked
package dev.assay.api.inspection;

import org.jspecify.annotations.NullMarked;
