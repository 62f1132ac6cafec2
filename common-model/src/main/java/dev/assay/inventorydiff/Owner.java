package dev.assay.inventorydiff;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.inventorydiff.Change.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a value belongs to.
 *
 * @param part as in {@link Change}
 * @param id as in {@link Change}
 * @param label what it is called in sentences; null when the path says it
 * @param depth the number of steps of a path that lead to it
 */
record Owner(String part, @Nullable String id, @Nullable String label, int depth) {
  private record Row(PathPattern place, String part, String label, boolean named) {}

  // spotless:off
  /** Parts that a machine has once, or that are named by their path; the first that matches. */
  private static final List<Row> TABLE = List.of(
      row("inventory/cpu",                    "cpu",    "CPU"),
      row("inventory/memory",                 "memory", "memory"),
      row("plugin_data/dmi/memory",           "memory", "memory"),
      row("inventory/system_vendor/firmware", "bios",   "BIOS"),
      row("plugin_data/dmi/bios",             "bios",   "BIOS"),
      row("inventory/system_vendor",          "system", "system"),
      row("inventory/boot",                   "boot",   "boot"),
      row("plugin_data/numa_topology",        "numa",   "NUMA topology"),
      row("plugin_data/extra",                "extra",  "extra"),
      new Row(PathPattern.of("plugin_data/parsed_lldp/*"), "nic", "NIC", true),
      new Row(PathPattern.of("plugin_data/lldp_raw/*"),    "nic", "NIC", true),
      row("inventory/bmc_address",            "bmc",    "BMC"),
      row("inventory/bmc_v6address",          "bmc",    "BMC"),
      row("inventory/bmc_mac",                "bmc",    "BMC"),
      row("plugin_data/boot_interface",       "boot",   "boot"),
      row("plugin_data/local_gb",             "disk",   "root disk"),
      row("inventory/interfaces",             "nic",    "NICs"),
      row("inventory/disks",                  "disk",   "disks"));
  // spotless:on

  private static Row row(String place, String part, String label) {
    return new Row(PathPattern.of(place), part, label, false);
  }

  /** The owner of the value at {@code path}, which no component has. */
  static Owner of(List<String> path) {
    for (var row : TABLE) {
      var length = row.place().steps().size();
      if (path.size() >= length && row.place().matches(path.subList(0, length))) {
        var id = row.named() ? row.label() + " " + path.get(length - 1) : null;
        // a value that is a part itself is called by its last steps
        var steps = row.named() ? 2 : 1;
        var depth = path.size() == length ? length - steps : length;
        return new Owner(row.part(), id, id == null ? row.label() : id, depth);
      }
    }
    return new Owner("other", null, null, 0);
  }

  /** The owner of what is in a component, which is at {@code path}. */
  static Owner of(ComponentKind kind, JsonNode component, List<String> path) {
    return new Owner(kind.part(), kind.idOf(component), kind.labelOf(component), path.size());
  }

  /** Parts that are known have changed when a member came or went; anything else came or went. */
  Kind kind(@Nullable JsonNode before, @Nullable JsonNode after) {
    return label != null || (before != null && after != null)
        ? Kind.CHANGED
        : before == null ? Kind.ADDED : Kind.REMOVED;
  }

  /** The name of the member at {@code path}. */
  String field(List<String> path) {
    return String.join("/", path.subList(depth, path.size()));
  }
}
