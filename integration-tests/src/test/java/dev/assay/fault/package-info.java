/** Processes are killed, stopped and started again while inspections run: nothing may be lost. */
@NullMarked
package dev.assay.fault;

import org.jspecify.annotations.NullMarked;
