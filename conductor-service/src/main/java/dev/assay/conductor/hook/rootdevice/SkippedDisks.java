package dev.assay.conductor.hook.rootdevice;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.inventory.Disk;
import java.util.List;

/**
 * The disks that must not become the root device: those that match any item of a list of hints.
 * Source: spec hooks.md 18.
 */
public final class SkippedDisks {
  private static final String PROPERTY = "skip_block_devices";

  private final List<RootDeviceHints> items;

  private SkippedDisks(List<RootDeviceHints> items) {
    this.items = items;
  }

  /**
   * Parses a list of hints; missing and null mean an empty list. Items with {@code volume_name} are
   * skipped: volumes of software RAID are known to the ramdisk only. Throws {@link InvalidHint}.
   */
  public static SkippedDisks parse(JsonNode given) {
    if (given.isMissingNode() || given.isNull()) {
      return new SkippedDisks(List.of());
    }
    if (!given.isArray()) {
      throw new InvalidHint(PROPERTY + " is not a list of hints");
    }
    return new SkippedDisks(
        given
            .valueStream()
            .filter(item -> !item.has("volume_name"))
            .map(SkippedDisks::hints)
            .toList());
  }

  /** Whether {@code disk} matches any item. */
  public boolean contain(Disk disk) {
    return items.stream().anyMatch(item -> item.match(disk));
  }

  private static RootDeviceHints hints(JsonNode item) {
    try {
      return RootDeviceHints.parse(item);
    } catch (InvalidHint e) {
      throw new InvalidHint("%s: %s".formatted(PROPERTY, e.getMessage()));
    }
  }
}
