/**
 * What machines boot for an inspection: ISO images with the kernel parameters of the inspection,
 * kernel, ramdisk and iPXE scripts. Nothing is stored for a single inspection; what is kept are
 * copies of the images, in a cache of limited size. Source: spec conductor.md 6.3,
 * docs/decisions/0036.
 */
@NullMarked
package dev.assay.api.boot;

import org.jspecify.annotations.NullMarked;
