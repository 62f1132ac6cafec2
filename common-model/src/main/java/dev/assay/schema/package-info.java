/** Brings the database to this version. Source: design 3. */
@NullMarked
package dev.assay.schema;

import org.jspecify.annotations.NullMarked;
