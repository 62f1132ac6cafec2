/**
 * One simulated machine: power, boot override, misbehaviour and counters.
 *
 * <p>Source of the terms for power and boot: DSP0268, schema ComputerSystem.
 */
@NullMarked
package dev.assay.simulator.machine;

import org.jspecify.annotations.NullMarked;
