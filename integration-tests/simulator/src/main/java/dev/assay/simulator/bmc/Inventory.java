package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.hardware.Hardware;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.PowerState;
import java.util.List;
import java.util.Optional;

/** The read-only resources: root, services, BMC and chassis. */
final class Inventory {
  static final String ROOT = "/redfish/v1";
  static final String SYSTEMS = ROOT + "/Systems";
  static final String MANAGERS = ROOT + "/Managers";
  static final String CHASSIS = ROOT + "/Chassis";
  static final String SESSION_SERVICE = ROOT + "/SessionService";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final List<Machine> machines;
  private final Hardware hardware;

  /** {@code machines}: all that the BMC controls. */
  Inventory(List<Machine> machines) {
    this.machines = machines;
    this.hardware = machines.getFirst().hardware();
  }

  static BmcResponse versions() {
    return BmcResponse.ok(JSON.objectNode().put("v1", ROOT + "/"));
  }

  BmcResponse root() {
    var json =
        resource(ROOT + "/", "#ServiceRoot.v1_16_1.ServiceRoot", "RootService", "Root Service")
            .put("RedfishVersion", "1.18.0")
            .put("UUID", hardware.uuid().toString());
    json.putObject("Systems").put("@odata.id", SYSTEMS);
    json.putObject("Managers").put("@odata.id", MANAGERS);
    json.putObject("Chassis").put("@odata.id", CHASSIS);
    json.putObject("SessionService").put("@odata.id", SESSION_SERVICE);
    json.putObject("Tasks").put("@odata.id", Tasks.SERVICE);
    json.putObject("UpdateService").put("@odata.id", Components.UPDATE_SERVICE);
    json.putObject("Links").putObject("Sessions").put("@odata.id", Sessions.PATH);
    json.putObject("ProtocolFeaturesSupported")
        .putObject("ExpandQuery")
        .put("Levels", true)
        .put("MaxLevels", 1)
        .put("NoLinks", true)
        .put("ExpandAll", true)
        .put("Links", false);
    return BmcResponse.ok(json);
  }

  static BmcResponse sessionService() {
    var json =
        resource(
                SESSION_SERVICE,
                "#SessionService.v1_1_9.SessionService",
                "SessionService",
                "Session Service")
            .put("ServiceEnabled", true)
            .put("SessionTimeout", 1800);
    json.putObject("Sessions").put("@odata.id", Sessions.PATH);
    return BmcResponse.ok(json);
  }

  static BmcResponse updateService() {
    var json =
        resource(
                Components.UPDATE_SERVICE,
                "#UpdateService.v1_14_0.UpdateService",
                "UpdateService",
                "Update Service")
            .put("ServiceEnabled", true);
    Components.linkUpdates(json);
    return BmcResponse.ok(json);
  }

  static BmcResponse collection(String path, String kind, List<String> members) {
    return BmcResponse.ok(collectionJson(path, kind, members));
  }

  static ObjectNode collectionJson(String path, String kind, List<String> members) {
    var json =
        JSON.objectNode()
            .put("@odata.id", path)
            .put("@odata.type", "#%1$sCollection.%1$sCollection".formatted(kind))
            .put("Name", kind + " Collection")
            .put("Members@odata.count", members.size());
    var links = json.putArray("Members");
    members.forEach(member -> links.addObject().put("@odata.id", path + "/" + member));
    return json;
  }

  BmcResponse bmc(String path, List<VirtualCd> media) {
    var json = resource(path, "#Manager.v1_19_1.Manager", hardware.bmcId(), "BMC");
    json.setAll(hardware.manager());
    json.put("PowerState", PowerState.ON.redfish());
    json.set("Status", ComputerSystem.healthy("Enabled"));
    media.forEach(drives -> drives.link(json, path));
    var systems = json.putObject("Links").putArray("ManagerForServers");
    machines.forEach(machine -> systems.addObject().put("@odata.id", machine.systemPath()));
    return BmcResponse.ok(json);
  }

  BmcResponse systems() {
    var ids = machines.stream().map(machine -> machine.hardware().systemId()).toList();
    return collection(SYSTEMS, "ComputerSystem", ids);
  }

  BmcResponse allChassis() {
    var ids = machines.stream().map(machine -> machine.hardware().chassisId()).toList();
    return collection(CHASSIS, "Chassis", ids);
  }

  /** The chassis with this path; empty when there is none. */
  Optional<BmcResponse> chassis(String path) {
    return machines.stream()
        .filter(machine -> machine.chassisPath().equals(path))
        .findFirst()
        .map(Inventory::chassis);
  }

  private static BmcResponse chassis(Machine machine) {
    var path = machine.chassisPath();
    var id = machine.hardware().chassisId();
    var json = resource(path, "#Chassis.v1_25_1.Chassis", id, machine.name());
    json.setAll(machine.hardware().chassis());
    json.put("PowerState", machine.powerState().redfish());
    json.set("Status", ComputerSystem.healthy("Enabled"));
    var systems = json.putObject("Links").putArray("ComputerSystems");
    systems.addObject().put("@odata.id", machine.systemPath());
    Components.linkChassis(json, machine);
    return BmcResponse.ok(json);
  }

  private static ObjectNode resource(String path, String type, String id, String name) {
    return JSON.objectNode()
        .put("@odata.id", path)
        .put("@odata.type", type)
        .put("Id", id)
        .put("Name", name);
  }
}
