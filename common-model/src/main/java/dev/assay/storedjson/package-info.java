/** How records become jsonb, the same for every service that opens the database. */
@NullMarked
package dev.assay.storedjson;

import org.jspecify.annotations.NullMarked;
