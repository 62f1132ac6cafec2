/**
 * Converts records to and from jsonb, and compresses JSON texts, identically in every service that
 * uses the database.
 */
@NullMarked
package dev.assay.storedjson;

import org.jspecify.annotations.NullMarked;
