/** What is deleted after a while, so that the database does not grow for ever. */
@NullMarked
package dev.assay.retention;

import org.jspecify.annotations.NullMarked;
