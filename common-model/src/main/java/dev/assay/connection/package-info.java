/** Connections to database and broker: checks at startup, and connections of their own. */
@NullMarked
package dev.assay.connection;

import org.jspecify.annotations.NullMarked;
