/** Checks the connections to database and broker. */
@NullMarked
package dev.assay.connection;

import org.jspecify.annotations.NullMarked;
