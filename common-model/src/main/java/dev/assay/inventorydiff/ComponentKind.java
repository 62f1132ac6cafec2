package dev.assay.inventorydiff;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Components that a machine has several of, which are matched by what identifies them.
 *
 * @param part what clients filter by
 * @param noun what it is called
 * @param place the list that has them
 * @param identities what identifies one, the surest first: members that all must have values
 * @param alias a member with the name that people know it by; null for none
 * @param description members that describe one that is new or gone
 */
record ComponentKind(
    String part,
    String noun,
    PathPattern place,
    List<List<String>> identities,
    @Nullable String alias,
    List<String> description) {
  // spotless:off
  private static final List<ComponentKind> TABLE = List.of(
      kind("nic",         "NIC",        "inventory/interfaces",           ids("mac_address", "name"),              "name", "driver", "product"),
      kind("disk",        "disk",       "inventory/disks",                ids("serial", "wwn", "by_path", "name"), null,   "size", "model"),
      kind("memory",      "DIMM",       "plugin_data/dmi/memory/devices", ids("Locator+Bank Locator", "Locator"),  null,   "Size", "Part Number", "Serial Number"),
      kind("memory",      "DIMM",       "plugin_data/memory_devices",     ids("slot", "id"),                       null,   "capacity_mb", "part_number", "serial_number"),
      kind("cpu",         "CPU",        "plugin_data/dmi/cpu",            ids("Socket Designation"),               null,   "Version"),
      kind("cpu",         "CPU",        "plugin_data/processors",         ids("socket", "id"),                     null,   "model", "serial_number"),
      kind("pci",         "PCI device", "plugin_data/pci_devices",        ids("bus+vendor_id+product_id"),         null,   "vendor_id", "product_id"),
      kind("pci",         "PCI device", "inventory/pci_devices",          ids("bus+vendor_id+product_id"),         null,   "vendor_id", "product_id"),
      kind("usb",         "USB device", "plugin_data/usb_devices",        ids("handle+vendor+product"),            null,   "vendor", "product"),
      kind("accelerator", "accelerator", "plugin_data/accelerators",      ids("id"),                               null,   "model", "serial_number"),
      kind("firmware",    "firmware",   "plugin_data/firmware",           ids("id", "name"),                       "name", "version"),
      kind("storage",     "storage",    "inventory/storage_controllers",  ids("id"),                               "name"),
      kind("disk",        "volume",     "plugin_data/volumes",            ids("storage+id", "id"),                 "name", "size", "raid_type"));
  // spotless:on

  /** What identifies the elements of lists that are in no table. */
  static final List<List<String>> ANY =
      ids("uuid", "id", "member_id", "serial_number", "serial", "name", "address", "bus", "slot");

  /** What firmware writes where it knows nothing. */
  private static final Set<String> NOTHING =
      Set.of("", "none", "unknown", "not specified", "n/a", "0x0", "to be filled by o.e.m.");

  /** An empty slot is reported like a module. */
  private static final String NO_MODULE = "No Module Installed";

  private static ComponentKind kind(
      String part,
      String noun,
      String place,
      List<List<String>> identities,
      @Nullable String alias,
      String... description) {
    return new ComponentKind(
        part, noun, PathPattern.of(place), identities, alias, List.of(description));
  }

  private static List<List<String>> ids(String... alternatives) {
    return List.of(alternatives).stream().map(it -> List.of(it.split("\\+"))).toList();
  }

  /** The kind of the elements of the list at {@code path}. */
  static Optional<ComponentKind> at(List<String> path) {
    return TABLE.stream().filter(kind -> kind.place().matches(path)).findFirst();
  }

  /** The elements of {@code list} that are there, and not empty slots. */
  static List<JsonNode> installed(JsonNode list) {
    return list.valueStream()
        .filter(element -> !element.path("Size").asText().equals(NO_MODULE))
        .toList();
  }

  /** The value of {@code identity} in {@code element}; empty when a member has no value. */
  static Optional<String> key(JsonNode element, List<String> identity) {
    var values = identity.stream().map(member -> element.path(member).asText("").strip()).toList();
    return values.stream().anyMatch(value -> NOTHING.contains(value.toLowerCase(Locale.ROOT)))
        ? Optional.empty()
        : Optional.of(values.stream().collect(Collectors.joining(" ")));
  }

  /** The name of one, such as "DIMM A3". */
  String idOf(JsonNode element) {
    return identities.stream()
        .filter(identity -> key(element, identity).isPresent())
        .findFirst()
        .map(identity -> noun + " " + element.path(identity.getFirst()).asText())
        .orElse(noun);
  }

  /** The same with the name that people know it by. */
  String labelOf(JsonNode element) {
    var known = alias == null ? "" : element.path(alias).asText("");
    var id = idOf(element);
    return known.isBlank() || id.endsWith(" " + known) ? id : id + " (" + known + ")";
  }
}
