package dev.assay.inventorydiff;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values that are not compared: each with the reason. */
final class IgnoredValues {
  /**
   * A row of the table.
   *
   * @param unless compared nevertheless when one side has no value at this place; null for never
   * @param reason for whoever wonders
   */
  private record Row(PathPattern path, @Nullable PathPattern unless, String reason) {}

  // spotless:off
  private static final List<Row> TABLE = List.of(
      row("inventory/cpu/frequency",             "the clock at the moment of the inspection"),
      row("inventory/memory/total",              "what the kernel leaves; physical_mb is what is installed", "inventory/memory/physical_mb"),
      row("inventory/hostname",                  "by DHCP"),
      row("inventory/interfaces/*/ipv4_address", "an address of the inspection network, by DHCP"),
      row("inventory/interfaces/*/ipv6_address", "an address of the inspection network"),
      row("inventory/interfaces/*/lldp",         "the raw form of plugin_data/lldp_raw"),
      row("inventory/disks/*/name",              "by the order in which the kernel found the disks"),
      row("inventory/disks/*/hctl",              "by the order in which the kernel found the controllers"),
      row("inventory/pci_devices",               "the same as plugin_data/pci_devices", "plugin_data/pci_devices"),
      row("plugin_data/all_interfaces",          "made from inventory/interfaces"),
      row("plugin_data/valid_interfaces",        "made from inventory/interfaces"),
      row("plugin_data/macs",                    "made from inventory/interfaces"),
      row("plugin_data/lldp_status",             "made from plugin_data/lldp_raw"),
      row("plugin_data/lldp_raw",                "the raw form of plugin_data/parsed_lldp", "plugin_data/parsed_lldp"),
      row("plugin_data/data",                    "the raw form of plugin_data/extra", "plugin_data/extra"),
      row("plugin_data/root_disk",               "one of inventory/disks; local_gb tells of another size"),
      row("plugin_data/logs",                    "of the run, not of the machine"),
      row("plugin_data/error",                   "of the run, not of the machine"),
      row("plugin_data/auto_discovered",         "of the run, not of the machine"),
      row("plugin_data/configuration",           "of the ramdisk, not of the machine"),
      row("plugin_data/numa_topology/ram/*/size_kb", "what the kernel leaves"),
      row("plugin_data/numa_topology/cpus",      "follows from inventory/cpu"),
      row("plugin_data/dmi/bios/Handle",         "a number that firmware counts anew"),
      row("plugin_data/dmi/*/*/Handle",          "a number that firmware counts anew"),
      row("plugin_data/dmi/memory/devices/*/Handle", "a number that firmware counts anew"),
      row("plugin_data/extra/network/*/ipv4",    "by DHCP"),
      row("plugin_data/extra/network/*/ipv6",    "an address of the inspection network"),
      row("plugin_data/extra/network/*/ipv4-network", "by DHCP"),
      row("plugin_data/extra/network/*/ipv4-cidr", "by DHCP"),
      row("plugin_data/extra/network/*/ipv4-netmask", "by DHCP"),
      row("**/bogomips",                         "measured at each boot"),
      row("**/current_mhz",                      "the clock at the moment of the inspection"),
      row("**/current_Mhz",                      "the clock at the moment of the inspection"),
      row("**/uptime",                           "counts up"),
      row("**/boot_time",                        "of the boot for the inspection"),
      row("**/timestamp",                        "of the inspection"),
      row("**/free",                             "by what runs"),
      row("**/available",                        "by what runs"),
      row("**/load",                             "by what runs"),
      row("**/temperature",                      "measured"),
      row("**/temperature_celsius",              "measured"),
      row("**/power_consumed_watts",             "measured"),
      row("**/fan_speed",                        "measured"));
  // spotless:on

  private final JsonNode before;
  private final JsonNode after;

  /** For the comparison of these roots. */
  IgnoredValues(JsonNode before, JsonNode after) {
    this.before = before;
    this.after = after;
  }

  private static Row row(String path, String reason) {
    return new Row(PathPattern.of(path), null, reason);
  }

  private static Row row(String path, String reason, String unless) {
    return new Row(PathPattern.of(path), PathPattern.of(unless), reason);
  }

  boolean include(List<String> path) {
    return TABLE.stream().anyMatch(row -> row.path().matches(path) && applies(row));
  }

  private boolean applies(Row row) {
    var place = row.unless();
    return place == null || (has(place, before) && has(place, after));
  }

  private static boolean has(PathPattern place, JsonNode root) {
    var value = place.in(root);
    return !value.isMissingNode() && !value.isNull();
  }
}
