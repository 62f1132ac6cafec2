/**
 * Tests that nothing is lost when processes are killed, stopped and restarted during inspections.
 */
@NullMarked
package dev.assay.fault;

import org.jspecify.annotations.NullMarked;
