package dev.assay.standalone.inspectorimport;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The hooks of ironic-inspector and those of Assay that do the same. Source: spec hooks.md. */
final class HookTable {
  /** The default of {@code [processing]default_processing_hooks}, and of the hooks themselves. */
  static final List<String> DEFAULT =
      List.of(
          "ramdisk_error",
          "root_disk_selection",
          "scheduler",
          "validate_interfaces",
          "capabilities",
          "pci_devices");

  static final String BOOT_MODE = "boot-mode";

  // spotless:off
  private static final Map<String, List<String>> HOOKS = Map.ofEntries(
      Map.entry("ramdisk_error",         List.of("ramdisk-error")),
      Map.entry("root_disk_selection",   List.of("root-device")),
      Map.entry("scheduler",             List.of("architecture", "memory", "cpus")),
      Map.entry("validate_interfaces",   List.of("validate-interfaces", "ports")),
      Map.entry("capabilities",          List.of(BOOT_MODE, "cpu-capabilities")),
      Map.entry("pci_devices",           List.of("pci-devices")),
      Map.entry("accelerators",          List.of("accelerators")),
      Map.entry("lldp_basic",            List.of("parse-lldp")),
      Map.entry("local_link_connection", List.of("local-link-connection")),
      Map.entry("physnet_cidr_map",      List.of("physical-network")),
      Map.entry("raid_device",           List.of("raid-device")),
      Map.entry("extra_hardware",        List.of("extra-hardware")));
  // spotless:on

  /** An order in which each stands behind those that it needs. */
  private static final List<String> ORDER =
      List.of(
          "ramdisk-error",
          "validate-interfaces",
          "ports",
          "architecture",
          "raid-device",
          "root-device",
          "memory",
          "cpus",
          BOOT_MODE,
          "cpu-capabilities",
          "pci-devices",
          "accelerators",
          "parse-lldp",
          "local-link-connection",
          "physical-network",
          "extra-hardware");

  private HookTable() {}

  /**
   * What a list of hooks becomes.
   *
   * @param hooks of Assay, in an order that it accepts
   * @param unknown hooks without a counterpart
   */
  record Converted(List<String> hooks, List<String> unknown) {}

  /** Converts {@code names}; {@code bootMode} is the option {@code [capabilities]boot_mode}. */
  static Converted convert(List<String> names, boolean bootMode) {
    var found = new LinkedHashSet<String>();
    var unknown = new ArrayList<String>();
    for (var name : names) {
      Optional.ofNullable(HOOKS.get(name)).ifPresentOrElse(found::addAll, () -> unknown.add(name));
    }
    if (!bootMode) {
      found.remove(BOOT_MODE);
    }
    return new Converted(ORDER.stream().filter(found::contains).toList(), unknown);
  }
}
