/** Statements that spare round trips to the database, or the processor time of Hibernate. */
@NullMarked
package dev.assay.statement;

import org.jspecify.annotations.NullMarked;
