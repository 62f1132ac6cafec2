/** Updates the database schema to the version that this release needs. */
@NullMarked
package dev.assay.schema;

import org.jspecify.annotations.NullMarked;
