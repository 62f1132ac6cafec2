/** Statements that spare round trips to the database. */
@NullMarked
package dev.assay.statement;

import org.jspecify.annotations.NullMarked;
