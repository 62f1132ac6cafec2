package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The resources that say what a machine consists of. They are built from its hardware for one
 * request and forgotten after it: a thousand machines would need too much memory.
 */
final class Components {
  static final String UPDATE_SERVICE = Inventory.ROOT + "/UpdateService";

  private static final String CHASSIS = Inventory.CHASSIS + "/1";
  private static final String PCI = "PCIeDevices";

  /** A link per group: the groups of every system have members. */
  private static final Map<String, Function<Machine, Members>> OF_SYSTEM =
      groups(
          Map.entry("EthernetInterfaces", EthernetInterfaces::of),
          Map.entry("Processors", Processors::of),
          Map.entry("Memory", MemoryModules::of),
          Map.entry("Storage", StorageResources::of),
          Map.entry("SimpleStorage", StorageResources::simple));

  private static final Map<String, Function<Machine, Members>> OF_CHASSIS =
      groups(Map.entry("NetworkAdapters", NetworkAdapters::of), Map.entry(PCI, PciResources::of));

  private static final Map<String, Function<Machine, Members>> OF_UPDATES =
      groups(Map.entry("FirmwareInventory", FirmwareInventory::of));

  /**
   * The paths of the PCI devices, whose slots are the same on all machines of a kind. Clients read
   * the system again and again to know its power, so it must not take long.
   */
  private static final Map<HardwareKind, List<String>> PCI_PATHS = new ConcurrentHashMap<>();

  private final Machine machine;
  private final Map<String, Members> built = new HashMap<>();

  Components(Machine machine) {
    this.machine = machine;
  }

  @SafeVarargs
  private static Map<String, Function<Machine, Members>> groups(
      Map.Entry<String, Function<Machine, Members>>... groups) {
    var ordered = new LinkedHashMap<String, Function<Machine, Members>>();
    for (var group : groups) {
      ordered.put(group.getKey(), group.getValue());
    }
    return ordered;
  }

  /** Adds the links from the ComputerSystem resource. */
  static void link(ObjectNode system, Machine machine) {
    linkGroups(system, machine.systemPath(), OF_SYSTEM);
    var devices = pciPaths(machine);
    if (!devices.isEmpty()) {
      Resource.link(system, PCI, devices);
    }
  }

  /** Adds the links from the Chassis resource. */
  static void linkChassis(ObjectNode chassis, Machine machine) {
    linkGroups(chassis, CHASSIS, OF_CHASSIS);
    if (pciPaths(machine).isEmpty()) {
      chassis.remove(PCI);
    }
  }

  private static List<String> pciPaths(Machine machine) {
    return PCI_PATHS.computeIfAbsent(
        machine.hardware().kind(), _ -> PciResources.of(machine).paths(PciResources.PATH));
  }

  static void linkUpdates(ObjectNode updateService) {
    linkGroups(updateService, UPDATE_SERVICE, OF_UPDATES);
  }

  private static void linkGroups(
      ObjectNode json, String path, Map<String, Function<Machine, Members>> groups) {
    groups.keySet().forEach(name -> json.putObject(name).put("@odata.id", path + "/" + name));
  }

  /** The component or collection at this path. */
  Optional<ObjectNode> find(String path) {
    return find(machine.systemPath(), OF_SYSTEM, path)
        .or(() -> find(CHASSIS, OF_CHASSIS, path))
        .or(() -> find(UPDATE_SERVICE, OF_UPDATES, path));
  }

  private Optional<ObjectNode> find(
      String parent, Map<String, Function<Machine, Members>> groups, String path) {
    if (!path.startsWith(parent + "/")) {
      return Optional.empty();
    }
    var names = List.of(path.substring(parent.length() + 1).split("/", -1));
    var group = groups.get(names.getFirst());
    if (group == null) {
      return Optional.empty();
    }
    var collection = parent + "/" + names.getFirst();
    var members = built.computeIfAbsent(collection, _ -> group.apply(machine));
    return members.isEmpty()
        ? Optional.empty()
        : members.find(collection, names.subList(1, names.size()));
  }
}
