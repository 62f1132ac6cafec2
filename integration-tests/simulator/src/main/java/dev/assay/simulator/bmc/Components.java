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
 * The resources that say what the machines of a BMC consist of. They are built from the hardware
 * for one request and forgotten after it: a thousand machines would need too much memory.
 */
final class Components {
  static final String UPDATE_SERVICE = Inventory.ROOT + "/UpdateService";

  private static final String PCI = "PCIeDevices";
  private static final Members NONE = Members.of("Resource", List.of());

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

  private static final String FIRMWARE = "FirmwareInventory";

  /**
   * The ids of the PCI devices, whose slots are the same on all machines of a kind. Clients read
   * the system again and again to know its power, so it must not take long.
   */
  private static final Map<HardwareKind, List<String>> PCI_IDS = new ConcurrentHashMap<>();

  private final List<Machine> machines;
  private final Map<String, Members> built = new HashMap<>();

  Components(List<Machine> machines) {
    this.machines = machines;
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
    linkGroups(chassis, machine.chassisPath(), OF_CHASSIS);
    if (pciPaths(machine).isEmpty()) {
      chassis.remove(PCI);
    }
  }

  private static List<String> pciPaths(Machine machine) {
    var path = PciResources.path(machine);
    return PCI_IDS
        .computeIfAbsent(
            machine.hardware().kind(),
            _ -> PciDevice.of(machine.hardware()).stream().map(PciDevice::id).toList())
        .stream()
        .map(id -> path + "/" + id)
        .toList();
  }

  static void linkUpdates(ObjectNode updateService) {
    updateService.putObject(FIRMWARE).put("@odata.id", UPDATE_SERVICE + "/" + FIRMWARE);
  }

  private static void linkGroups(
      ObjectNode json, String path, Map<String, Function<Machine, Members>> groups) {
    groups.keySet().forEach(name -> json.putObject(name).put("@odata.id", path + "/" + name));
  }

  /** The component or collection at this path. */
  Optional<ObjectNode> find(String path) {
    for (var machine : machines) {
      if (path.startsWith(machine.systemPath() + "/")) {
        return find(machine.systemPath(), path, name -> of(machine, OF_SYSTEM, name));
      }
      if (path.startsWith(machine.chassisPath() + "/")) {
        return find(machine.chassisPath(), path, name -> of(machine, OF_CHASSIS, name));
      }
    }
    return path.startsWith(UPDATE_SERVICE + "/")
        ? find(UPDATE_SERVICE, path, this::ofUpdates)
        : Optional.empty();
  }

  private static Members of(
      Machine machine, Map<String, Function<Machine, Members>> groups, String name) {
    return Optional.ofNullable(groups.get(name)).map(of -> of.apply(machine)).orElse(NONE);
  }

  private Members ofUpdates(String name) {
    return name.equals(FIRMWARE) ? FirmwareInventory.of(machines) : NONE;
  }

  private Optional<ObjectNode> find(String parent, String path, Function<String, Members> groups) {
    var names = List.of(path.substring(parent.length() + 1).split("/", -1));
    var collection = parent + "/" + names.getFirst();
    var members = built.computeIfAbsent(collection, _ -> groups.apply(names.getFirst()));
    return members.isEmpty()
        ? Optional.empty()
        : members.find(collection, names.subList(1, names.size()));
  }
}
