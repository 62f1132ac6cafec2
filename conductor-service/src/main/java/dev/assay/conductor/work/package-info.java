/** Looking at a leased node and writing what came of the work. Source: design 2. */
@NullMarked
package dev.assay.conductor.work;

import org.jspecify.annotations.NullMarked;
