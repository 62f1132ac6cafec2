package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.conductor.hook.rootdevice.RootDeviceHints;
import dev.assay.error.ShortText;
import dev.assay.hook.Changes;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.inventory.Disk;
import dev.assay.inventory.Inventory;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Sets the root device to the one disk that was not there at the previous inspection, which is
 * taken for the new RAID volume.
 *
 * <p>Compares the serial numbers of {@code inventory.disks} with those of the node's previous
 * inventory; when exactly one is new, sets property {@code root_device} to {@code {"serial":
 * "..."}}. A node that has the property keeps it, whatever its value. Put this hook before
 * root-device, which then finds the disk in the same inspection. Source: spec hooks.md 17.
 */
public final class RaidDeviceHook implements InspectionHook {
  private static final String ROOT_DEVICE = "root_device";

  /** Longest serial number, in characters; NVMe has 20, SCSI up to 252. */
  private static final int MAX_LENGTH = 255;

  @Override
  public String name() {
    return "raid-device";
  }

  @Override
  public boolean comparesWithPrevious() {
    return true;
  }

  @Override
  public void process(HookInput in, Changes out) {
    if (!out.property(ROOT_DEVICE).isMissingNode()) {
      return;
    }
    var serials = serials(in.inventory());
    if (serials.isEmpty()) {
      out.warn("No disk of the inventory has a serial number, so a new one cannot be identified.");
      return;
    }
    in.previous()
        .flatMap(previous -> added(serials, previous, out))
        .ifPresent(serial -> set(serial, out));
  }

  private static Optional<String> added(List<String> serials, Inventory previous, Changes out) {
    var known = new HashSet<>(serials(previous));
    var added = serials.stream().filter(serial -> !known.contains(serial)).toList();
    if (added.size() != 1) {
      out.warn(
          "root_device is not set: %d disks have a serial number that the previous inspection did not see, where exactly one is expected."
              .formatted(added.size()));
      return Optional.empty();
    }
    return Optional.of(added.getFirst());
  }

  private static void set(String serial, Changes out) {
    if (serial.length() > MAX_LENGTH || !RootDeviceHints.isPlain(serial)) {
      out.warn( // text from a ramdisk must not be read as an operator and a value
          "root_device is not set: the new disk's serial number %s cannot be a hint."
              .formatted(ShortText.shortened(serial, 80)));
      return;
    }
    out.property(ROOT_DEVICE, JsonNodeFactory.instance.objectNode().put("serial", serial));
  }

  private static List<String> serials(Inventory inventory) {
    return inventory.disks().stream().map(Disk::serial).flatMap(Optional::stream).toList();
  }
}
