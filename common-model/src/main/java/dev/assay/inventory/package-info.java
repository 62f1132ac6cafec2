/**
 * Read-only views of the inventory that the ramdisk sent, and its storage together with the plugin
 * data. Source: spec ramdisk.md 2 to 5.
 */
@NullMarked
package dev.assay.inventory;

import org.jspecify.annotations.NullMarked;
