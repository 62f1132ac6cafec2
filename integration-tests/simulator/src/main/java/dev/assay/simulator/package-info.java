/** A rack of simulated machines in one process, as a library and as a command. */
@NullMarked
package dev.assay.simulator;

import org.jspecify.annotations.NullMarked;
