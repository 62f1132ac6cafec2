package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One disk as the ramdisk reports it (spec/ramdisk.md 3.4).
 *
 * @param size bytes
 * @param logicalSector bytes
 * @param physicalSector bytes
 */
record Disk(
    String name,
    String model,
    long size,
    boolean rotational,
    @Nullable String wwn,
    @Nullable String serial,
    @Nullable String vendor,
    @Nullable String wwnExtension,
    @Nullable String hctl,
    @Nullable String byPath,
    int logicalSector,
    int physicalSector,
    @Nullable String transport) {

  private static final long SMALLEST_ROOT = 4L << 30;

  static Disk nvme(int number, String model, long size, String eui, String serial, String bus) {
    return new Disk(
        "/dev/nvme%dn1".formatted(number),
        model,
        size,
        false,
        "eui." + eui,
        serial,
        null,
        null,
        null,
        "/dev/disk/by-path/pci-%s-nvme-1".formatted(bus),
        512,
        512,
        "nvme");
  }

  /**
   * The disk that the ramdisk proposes as root disk: the smallest of at least 4 GiB, the first by
   * name among equals.
   */
  static Optional<Disk> root(List<Disk> disks) {
    return disks.stream()
        .filter(disk -> disk.size >= SMALLEST_ROOT)
        .min(Comparator.comparingLong(Disk::size).thenComparing(Disk::name));
  }

  /** The name of the n-th SCSI disk: {@code /dev/sda} for 0, {@code /dev/sdaa} for 26. */
  static String scsiName(int number) {
    var last = String.valueOf((char) ('a' + number % 26));
    return "/dev/sd" + (number < 26 ? last : (char) ('a' + number / 26 - 1) + last);
  }

  ObjectNode json() {
    var json = oldJson();
    return json.put("by_path", byPath)
        .put("logical_sectors", logicalSector)
        .put("physical_sectors", physicalSector)
        .put("tran", transport);
  }

  /** The JSON that a ramdisk of about 2017 reports (spec/ramdisk.md 9). */
  ObjectNode oldJson() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", name)
        .put("model", model)
        .put("size", size)
        .put("rotational", rotational)
        .put("wwn", wwn)
        .put("serial", serial)
        .put("vendor", vendor)
        .put("wwn_with_extension", wwnExtension == null ? wwn : wwn + wwnExtension)
        .put("wwn_vendor_extension", wwnExtension == null ? null : "0x" + wwnExtension)
        .put("hctl", hctl);
  }
}
