/**
 * The metrics that one conductor measures for all, because they are about the database and not
 * about a process. Source: docs/decisions/0059.
 */
@NullMarked
package dev.assay.conductor.monitoring;

import org.jspecify.annotations.NullMarked;
