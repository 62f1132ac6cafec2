/**
 * What the ramdisk sent, read-only, and the plugin data beside it. Source: spec ramdisk.md 2 to 5.
 */
@NullMarked
package dev.assay.inventory;

import org.jspecify.annotations.NullMarked;
