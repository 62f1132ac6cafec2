/** Read-only views of the inventory that the ramdisk sent. Source: spec ramdisk.md 2 to 5. */
@NullMarked
package dev.assay.inventory;

import org.jspecify.annotations.NullMarked;
