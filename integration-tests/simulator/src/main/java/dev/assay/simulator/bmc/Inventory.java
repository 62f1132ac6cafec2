package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.PowerState;
import java.util.List;

/** The read-only resources: root, services, BMC and chassis. */
final class Inventory {
  static final String ROOT = "/redfish/v1";
  static final String SYSTEMS = ROOT + "/Systems";
  static final String MANAGERS = ROOT + "/Managers";
  static final String CHASSIS = ROOT + "/Chassis";
  static final String SESSION_SERVICE = ROOT + "/SessionService";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Machine machine;

  Inventory(Machine machine) {
    this.machine = machine;
  }

  static BmcResponse versions() {
    return BmcResponse.ok(JSON.objectNode().put("v1", ROOT + "/"));
  }

  BmcResponse root() {
    var json =
        resource(ROOT + "/", "#ServiceRoot.v1_16_1.ServiceRoot", "RootService", "Root Service")
            .put("RedfishVersion", "1.18.0")
            .put("UUID", machine.hardware().uuid().toString());
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

  BmcResponse bmc(String path) {
    var hardware = machine.hardware();
    var json = resource(path, "#Manager.v1_19_1.Manager", hardware.bmcId(), "BMC");
    json.setAll(hardware.manager());
    json.put("PowerState", PowerState.ON.redfish());
    json.set("Status", ComputerSystem.healthy("Enabled"));
    json.putObject("VirtualMedia").put("@odata.id", path + "/VirtualMedia");
    var systems = json.putObject("Links").putArray("ManagerForServers");
    systems.addObject().put("@odata.id", machine.systemPath());
    return BmcResponse.ok(json);
  }

  BmcResponse chassis(String path) {
    var json = resource(path, "#Chassis.v1_25_1.Chassis", "1", machine.name());
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
