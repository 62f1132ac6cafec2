/**
 * The all-in-one process: the three services and their database in one process. It contains only
 * wiring. Source: docs/architecture.md.
 */
@NullMarked
package dev.assay.standalone;

import org.jspecify.annotations.NullMarked;
