/**
 * What runs on a machine that boots from the network: callback, lookup and heartbeats, in the order
 * and with the retries of the inspection ramdisk.
 *
 * <p>Source: spec/ramdisk.md 1, 2 and 7.
 */
@NullMarked
package dev.assay.simulator.ramdisk;

import org.jspecify.annotations.NullMarked;
