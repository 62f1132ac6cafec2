/**
 * The simulated inspection ramdisk, which runs on a machine that boots from the network or from an
 * image: it sends callback, lookup and heartbeats in the same order and with the same retries as
 * the real one.
 *
 * <p>Source: spec/ramdisk.md 1, 2 and 7.
 */
@NullMarked
package dev.assay.simulator.ramdisk;

import org.jspecify.annotations.NullMarked;
