/** Brings the database to this version. */
@NullMarked
package dev.assay.schema;

import org.jspecify.annotations.NullMarked;
