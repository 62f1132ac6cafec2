package dev.assay.conductor.hook.rootdevice;

import dev.assay.inventory.Disk;

/** One condition on a disk, parsed. */
sealed interface Hint permits TextHint, SizeHint, RotationalHint {
  boolean matches(Disk disk);
}
