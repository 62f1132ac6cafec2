/**
 * The three services and their database in one process: wiring only. Source: docs/architecture.md.
 */
@NullMarked
package dev.assay.standalone;

import org.jspecify.annotations.NullMarked;
