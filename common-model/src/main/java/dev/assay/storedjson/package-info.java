/** Converts records to and from jsonb, identically in every service that uses the database. */
@NullMarked
package dev.assay.storedjson;

import org.jspecify.annotations.NullMarked;
