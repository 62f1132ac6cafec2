/** The inspections of a node, for whoever wants to know why. An extension of Assay's own. */
@NullMarked
package dev.assay.api.inspection;

import org.jspecify.annotations.NullMarked;
