/** What hooks and rules change of a node and its ports during one inspection. */
@NullMarked
package dev.assay.change;

import org.jspecify.annotations.NullMarked;
