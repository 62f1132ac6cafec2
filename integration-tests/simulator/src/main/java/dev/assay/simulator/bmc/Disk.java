package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.hardware.Hardware;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A disk as the operating system of a machine sees it.
 *
 * @param number from 1, in the order in which the ramdisk reports them
 * @param reported what the ramdisk reports of it
 */
record Disk(int number, JsonNode reported) {
  /** What a RAID controller keeps of each drive for itself, in bytes. */
  static final long VOLUME_METADATA = 512L << 20;

  /** Models that are volumes of RAID controllers. */
  private static final Pattern VOLUME = Pattern.compile("PERC .*|DELLBOSS .*");

  private static final Pattern AFTER_FIRST_WORD = Pattern.compile("[ _].*");

  static List<Disk> of(Hardware hardware) {
    var disks = new ArrayList<Disk>();
    for (var reported : hardware.reported("inventory/disks")) {
      disks.add(new Disk(disks.size() + 1, reported));
    }
    return disks;
  }

  String name() {
    return text("name");
  }

  String model() {
    return text("model");
  }

  String serial() {
    return text("serial");
  }

  String wwn() {
    return text("wwn");
  }

  long size() {
    return reported.path("size").asLong();
  }

  boolean rotational() {
    return reported.path("rotational").asBoolean();
  }

  boolean isVolume() {
    return VOLUME.matcher(model()).matches();
  }

  /** The vendor, or else the first word of the model. */
  String manufacturer() {
    var vendor = text("vendor");
    return vendor.isEmpty() ? AFTER_FIRST_WORD.matcher(model()).replaceFirst("") : vendor;
  }

  /** A value of DSP0268, Protocol. */
  String protocol() {
    return switch (text("tran")) {
      case "nvme" -> "NVMe";
      case "sata" -> "SATA";
      case "virtio" -> "OEM";
      default -> "SAS";
    };
  }

  /** The id of the controller: each volume has its own, the others share one per protocol. */
  String controller() {
    return isVolume() ? "RAID." + number : protocol() + ".1";
  }

  private String text(String property) {
    return reported.path(property).asText("");
  }
}
