/** The inspection: one durable row a run. Source: spec state-machine.md 4 to 6, design 2. */
@NullMarked
package dev.assay.inspection;

import org.jspecify.annotations.NullMarked;
