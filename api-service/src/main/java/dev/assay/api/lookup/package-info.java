/** Which node is this? And what its ramdisk is told. Source: spec conductor.md 4, api.md 13. */
@NullMarked
package dev.assay.api.lookup;

import org.jspecify.annotations.NullMarked;
