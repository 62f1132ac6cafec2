package dev.assay.api.description;

import static dev.assay.api.description.Endpoint.delete;
import static dev.assay.api.description.Endpoint.get;
import static dev.assay.api.description.Endpoint.patch;
import static dev.assay.api.description.Endpoint.post;
import static dev.assay.api.description.Endpoint.put;
import static dev.assay.api.description.QueryParameter.LIMIT;
import static dev.assay.api.description.QueryParameter.MARKER;
import static dev.assay.api.description.QueryParameter.PAGING;
import static dev.assay.api.description.QueryParameter.all;
import static dev.assay.api.description.QueryParameter.detail;
import static dev.assay.api.description.QueryParameter.fields;
import static dev.assay.api.description.QueryParameter.flag;
import static dev.assay.api.description.QueryParameter.nodeFilters;
import static dev.assay.api.description.QueryParameter.text;

import dev.assay.attribute.Shape;
import java.util.List;

/** The endpoints below /v1/nodes. Source: spec api.md 9 and 10. */
final class NodeEndpoints {
  private static final String NODE = "/v1/nodes/{node}";
  private static final String BOOT_DEVICE = NODE + "/management/boot_device";
  private static final QueryParameter DEVICE_TYPES =
      new QueryParameter("device_types", 89, Shape.Type.TEXTS, "Which drives; cdrom, as without.");
  private static final List<QueryParameter> DETAILED = all(nodeFilters(), PAGING);

  // spotless:off
  static final List<Endpoint> TABLE = List.of(
      get("/v1/nodes",                      "listNodes",             "Lists nodes, in short form unless asked otherwise").query(all(DETAILED, List.of(fields(8), detail(43)))).answers(200, "NodeList"),
      get("/v1/nodes/detail",               "listNodesInDetail",     "Lists nodes with everything").query(DETAILED).answers(200, "NodeList"),
      post("/v1/nodes",               "createNode",            "Enrols a node").body("NodeRequest").answers(201, "Node").located().locks(),
      get(NODE,                             "showNode",              "Shows a node").query(fields(8)).answers(200, "Node"),
      patch(NODE,                     "changeNode",            "Changes attributes of a node").query(flag("reset_interfaces", 45, "Give a changed driver its own interfaces.")).body("Patch").answers(200, "Node").locks(),
      delete(NODE,                    "deleteNode",            "Deletes a node and what belongs to it").answers(204, null).locks(),
      get("/v1/nodes/validate",             "validateNodeByQuery",   "Says of each interface of a node whether it can work").query(text("node", 1, "Name or UUID of the node; mandatory unless node_uuid is given."), text("node_uuid", 1, "The same.")).answers(200, "Validation"),
      get(NODE + "/validate",               "validateNode",          "Says of each interface of a node whether it can work").answers(200, "Validation"),
      get(NODE + "/doctor",                 "examineNode",           "Checks a node and its BMC before an inspection; changes nothing").answers(200, "NodeExamination"),
      get(NODE + "/states",                 "showNodeStates",        "Shows where a node stands").answers(200, "NodeStates"),
      put(NODE + "/states/provision", "provisionNode",         "Orders a change of the provision state").body("ProvisionTarget").answers(202, null).located().locks(),
      put(NODE + "/states/power",     "powerNode",             "Orders a change of power").body("PowerTarget").answers(202, null).located().locks(),
      get(NODE + "/firmware",               "listFirmware",          "Lists the versions of firmware that the BMC reports").since(86).answers(200, "FirmwareList"),
      put(NODE + "/states/boot_mode", "setBootMode",           "Tells the BMC how the firmware boots the node").since(76).body("BootModeTarget").answers(202, null).located().locks(),
      put(NODE + "/states/secure_boot", "setSecureBoot",       "Tells the BMC to switch secure boot on or off").since(76).body("SecureBootTarget").answers(202, null).located().locks(),
      put(NODE + "/maintenance",      "enterMaintenance",      "Takes a node into maintenance").body("Maintenance").answers(202, null).locks(),
      delete(NODE + "/maintenance",   "leaveMaintenance",      "Takes a node out of maintenance").answers(202, null).locks(),
      post(NODE + "/vmedia",          "attachVirtualMedium",   "Inserts an image into the virtual CD drive of a node").since(89).body("VirtualMedium").answers(204, null).locks(),
      delete(NODE + "/vmedia",        "detachVirtualMedia",    "Ejects the image from the virtual CD drive of a node").since(89).query(DEVICE_TYPES).answers(204, null).locks(),
      get(NODE + "/inventory",              "showNodeInventory",     "Shows what the last inspection found").since(81).answers(200, "InventoryData"),
      get(NODE + "/inventory/diff",         "compareNodeInventories", "Tells how two inventories differ: the last two that do, unless asked otherwise").query(List.of(text("from", 1, "UUID of the inspection with the first one."), text("to", 1, "UUID of the inspection with the second one."))).answers(200, "InventoryDiff"),
      get(NODE + "/history",                "listNodeHistory",       "Lists what happened to a node").since(78).query(all(List.of(detail(78)), PAGING)).answers(200, "History"),
      get(NODE + "/history/detail",         "listNodeHistoryInDetail", "Lists what happened to a node with everything").since(78).query(PAGING).answers(200, "History"),
      get(NODE + "/history/{entry}",        "showNodeHistoryEntry",  "Shows one entry of the history").since(78).answers(200, "HistoryEntry"),
      get(NODE + "/inspections",            "listNodeInspections",   "Lists the inspections of a node, latest first").query(List.of(LIMIT, MARKER)).answers(200, "InspectionList"),
      get(NODE + "/inspections/{inspection}", "showNodeInspection",  "Shows an inspection, by UUID or as latest: how far it came, why it failed, what each hook did").answers(200, "Inspection"),
      put(NODE + "/inspections/{inspection}", "importNodeInspection", "Stores an inspection that took place in another installation").query(flag("dry_run", 1, "Check whether it can be stored, and store nothing.")).body("InspectionImport").answers(201, "InspectionImported").locks(),
      post(NODE + "/inspections/{inspection}/reapply", "reapplyNodeInspection", "Processes the stored data of an inspection again, or with latest the newest").answers(202, "Reapplied"),
      get(NODE + "/inspections/{inspection}/inventory", "showInspectionInventory", "Shows what an inspection found").answers(200, "InventoryData"),
      get(NODE + "/traits",                 "listNodeTraits",        "Lists the traits of a node").since(37).answers(200, "Traits"),
      put(NODE + "/traits",           "replaceNodeTraits",     "Gives a node exactly these traits").since(37).body("Traits").answers(204, null).locks(),
      delete(NODE + "/traits",        "clearNodeTraits",       "Takes all traits from a node").since(37).answers(204, null).locks(),
      put(NODE + "/traits/{trait}",   "addNodeTrait",          "Gives a node one more trait").since(37).answers(204, null).located().locks(),
      delete(NODE + "/traits/{trait}", "removeNodeTrait",      "Takes one trait from a node").since(37).answers(204, null).locks(),
      get(NODE + "/vifs",                   "listNodeVifs",          "Lists the virtual interfaces attached to a node: none").answers(200, "Vifs"),
      get(NODE + "/children",               "listNodeChildren",      "Lists the nodes whose parent a node is").since(83).answers(200, "Children"),
      get(NODE + "/ports",                  "listNodePorts",         "Lists the ports of a node, in short form unless asked otherwise").query(all(PortEndpoints.OF_A_NODE, PAGING, List.of(fields(8), detail(43)))).answers(200, "PortList"),
      get(NODE + "/ports/detail",           "listNodePortsInDetail", "Lists the ports of a node with everything").query(all(PortEndpoints.OF_A_NODE, PAGING)).answers(200, "PortList"),
      get(NODE + "/portgroups",             "listNodePortGroups",    "Lists the port groups of a node, in short form unless asked otherwise").since(24).query(all(PortGroupEndpoints.OF_A_NODE, PAGING, List.of(fields(8), detail(43)))).answers(200, "PortGroupList"),
      get(NODE + "/portgroups/detail",      "listNodePortGroupsInDetail", "Lists the port groups of a node with everything").since(24).query(all(PortGroupEndpoints.OF_A_NODE, PAGING)).answers(200, "PortGroupList"),
      get(BOOT_DEVICE,                      "showBootDevice",        "Asks the BMC what the node boots from").answers(200, "BootDevice").locks(),
      put(BOOT_DEVICE,                "setBootDevice",         "Tells the BMC what to boot the node from").body("BootDeviceRequest").answers(204, null).locks(),
      get(BOOT_DEVICE + "/supported",       "listBootDevices",       "Lists what the driver of the node can boot it from").answers(200, "BootDevices"));
  // spotless:on

  private NodeEndpoints() {}
}
