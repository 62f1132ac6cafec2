/** Conditional requests: pages and resources that did not change are not sent again. */
@NullMarked
package dev.assay.api.conditional;

import org.jspecify.annotations.NullMarked;
