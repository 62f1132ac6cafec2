/**
 * Generates hardware of several kinds and the callback bodies of its ramdisks from a seed and an
 * index.
 *
 * <p>Source: spec/ramdisk.md 2 to 5 and 9.
 */
@NullMarked
package dev.assay.simulator.hardware;

import org.jspecify.annotations.NullMarked;
