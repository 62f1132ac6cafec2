package dev.assay.api.description;

import static dev.assay.api.description.Endpoint.get;
import static dev.assay.api.description.Endpoint.post;
import static dev.assay.api.description.QueryParameter.PAGING;
import static dev.assay.api.description.QueryParameter.all;
import static dev.assay.api.description.QueryParameter.detail;
import static dev.assay.api.description.QueryParameter.fields;
import static dev.assay.api.description.QueryParameter.text;
import static dev.assay.api.description.QueryParameter.uuid;

import dev.assay.attribute.Shape;
import java.util.List;

/**
 * The endpoints for versions, drivers, conductors and shards, and those for ramdisks. Source: spec
 * api.md 2, 13 and 16.
 */
final class ServiceEndpoints {
  // spotless:off
  static final List<Endpoint> TABLE = List.of(
      get("/",                              "listVersions",         "Lists the versions of the API").answers(200, "Versions"),
      get("/v1",                            "listResources",        "Lists the resources of the API").answers(200, "Resources"),
      get("/v1/drivers",                    "listDrivers",          "Lists the drivers that living conductors serve").query(text("type", 30, "dynamic or classic; there are no classic ones."), detail(30), fields(77)).answers(200, "DriverList"),
      get("/v1/drivers/{name}",             "showDriver",           "Shows a driver").query(fields(77)).answers(200, "Driver"),
      get("/v1/drivers/{name}/properties",  "showDriverProperties", "Shows what a driver takes in driver_info").answers(200, "DriverProperties"),
      get("/v1/conductors",                 "listConductors",       "Lists conductors, living and dead").since(49).query(all(List.of(detail(49), fields(49)), PAGING)).answers(200, "ConductorList"),
      get("/v1/conductors/{hostname}",      "showConductor",        "Shows a conductor").since(49).query(fields(49)).answers(200, "Conductor"),
      get("/v1/doctor",                     "examineService",       "Checks what inspections of all nodes need; changes nothing").answers(200, "Examination"),
      get("/v1/pxe_filters",                "listPxeFilters",       "Lists the PXE filters, living and dead").answers(200, "PxeFilterList"),
      get("/v1/pxe_filters/{hostname}",     "showPxeFilter",        "Shows a PXE filter").answers(200, "PxeFilter"),
      get("/v1/pxe_access/{address}",       "explainPxeAccess",     "Tells whether PXE filters let a machine boot, and why").answers(200, "PxeAccess"),
      get("/v1/lookup",                     "lookup",               "Tells a ramdisk which node it runs on").since(22).query(new QueryParameter("addresses", 22, Shape.Type.TEXTS, "MAC addresses of the machine; mandatory unless node_uuid is given."), uuid("node_uuid", "The node, when the ramdisk knows; wins.")).answers(200, "Lookup").locks(),
      post("/v1/heartbeat/{ident}",   "heartbeat",            "Takes the sign of life of a ramdisk").since(22).body("Heartbeat").answers(202, null).locks(),
      post("/v1/heartbeat",           "heartbeatOfNode",      "The same, with the node in the body").since(22).body("HeartbeatOfNode").answers(202, null).locks(),
      get("/v1/shards",                     "listShards",           "Counts the nodes of each shard").since(82).answers(200, "Shards"),
      post("/v1/continue_inspection", "continueInspection",   "Takes what a ramdisk found").body("Callback").query(new QueryParameter("node_uuid", 84, Shape.Type.UUID, "The node, when the ramdisk knows.")).answers(202, "CallbackAnswer").locks());
  // spotless:on

  private ServiceEndpoints() {}
}
