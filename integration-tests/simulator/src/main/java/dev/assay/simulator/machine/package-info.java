/**
 * One simulated machine: power, boot override, misbehaviour and what it counts.
 *
 * <p>Source of the words for power and boot: DSP0268, schema ComputerSystem.
 */
@NullMarked
package dev.assay.simulator.machine;

import org.jspecify.annotations.NullMarked;
