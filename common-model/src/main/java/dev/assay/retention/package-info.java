/** Deletes old rows, so that the database does not grow for ever. */
@NullMarked
package dev.assay.retention;

import org.jspecify.annotations.NullMarked;
