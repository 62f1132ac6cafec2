package dev.assay.redfish.inventory;

import java.util.List;
import java.util.OptionalLong;

/**
 * Chooses the size of the disk that a machine would be installed on, as Ironic does: the smallest
 * one that is large enough, less 1 GiB for partitions. Source: spec conductor.md 8.
 *
 * @param simple the devices of SimpleStorage
 */
record LocalDisk(List<Resource> simple, List<Resource> volumes, List<Resource> drives) {
  private static final long GIBIBYTE = 1L << 30;
  private static final long SMALLEST = 4 * GIBIBYTE;

  /** Zero when there is no such disk. */
  long gibibytes() {
    var fromSimple = smallest(simple);
    var ofVolumes = smallest(volumes);
    var fromStorage = ofVolumes.isPresent() ? ofVolumes : smallest(drives);
    var size =
        fromSimple.isPresent() && fromStorage.isPresent()
            ? Math.min(fromSimple.getAsLong(), fromStorage.getAsLong())
            : Math.max(fromSimple.orElse(0), fromStorage.orElse(0));
    return Math.max(size / GIBIBYTE - 1, 0);
  }

  private static OptionalLong smallest(List<Resource> disks) {
    return disks.stream()
        .flatMapToLong(disk -> disk.whole("CapacityBytes").stream())
        .filter(size -> size >= SMALLEST)
        .min();
  }
}
