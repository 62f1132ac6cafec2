/** Log lines that strangers can cause. */
@NullMarked
package dev.assay.api.log;

import org.jspecify.annotations.NullMarked;
