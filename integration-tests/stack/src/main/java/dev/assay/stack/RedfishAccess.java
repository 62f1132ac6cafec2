package dev.assay.stack;

import dev.assay.simulator.machine.Machine;
import java.util.LinkedHashSet;
import java.util.Map;

/** Makes nodes of the driver redfish, which reach the BMC of a simulated machine. */
public final class RedfishAccess {
  private RedfishAccess() {}

  /** The {@code driver_info} of the node. */
  public static Map<String, String> of(Machine machine) {
    return Map.of(
        "redfish_address", machine.bmcUrl().toString(),
        "redfish_system_id", machine.systemPath(),
        "redfish_username", machine.username(),
        "redfish_password", machine.password());
  }

  /** Enrols the machine under its name, without ports; returns the UUID of the node. */
  public static String enrolWithoutPorts(ApiClient api, Machine machine) {
    return api.createNode(
        Map.of(
            "name",
            machine.name(),
            "driver",
            "redfish",
            "inspect_interface",
            "agent",
            "driver_info",
            of(machine)));
  }

  /** Enrols the machine under its name, with all its ports; returns the UUID of the node. */
  public static String enrol(ApiClient api, Machine machine) {
    var node = enrolWithoutPorts(api, machine);
    for (var address : new LinkedHashSet<>(machine.macAddresses())) {
      api.createPort(node, address);
    }
    return node;
  }
}
