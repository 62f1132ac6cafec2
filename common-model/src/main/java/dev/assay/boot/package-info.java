/**
 * How machines boot the inspection ramdisk: by which interface, from which images, with which
 * kernel parameters. Source: spec conductor.md 6.3, ramdisk.md 8.
 */
@NullMarked
package dev.assay.boot;

import org.jspecify.annotations.NullMarked;
