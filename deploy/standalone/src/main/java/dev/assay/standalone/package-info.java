/** The three services and their database in one process: wiring only. Source: design 1. */
@NullMarked
package dev.assay.standalone;

import org.jspecify.annotations.NullMarked;
