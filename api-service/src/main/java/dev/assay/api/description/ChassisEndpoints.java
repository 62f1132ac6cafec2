package dev.assay.api.description;

import static dev.assay.api.description.Endpoint.delete;
import static dev.assay.api.description.Endpoint.get;
import static dev.assay.api.description.Endpoint.patch;
import static dev.assay.api.description.Endpoint.post;
import static dev.assay.api.description.QueryParameter.PAGING;
import static dev.assay.api.description.QueryParameter.all;
import static dev.assay.api.description.QueryParameter.detail;
import static dev.assay.api.description.QueryParameter.fields;
import static dev.assay.api.description.QueryParameter.nodeFilters;

import java.util.List;

/** The endpoints below /v1/chassis. Source: spec api.md 11a. */
final class ChassisEndpoints {
  private static final String CHASSIS = "/v1/chassis/{chassis}";
  private static final List<QueryParameter> CHOSEN = List.of(fields(8), detail(43));

  // spotless:off
  static final List<Endpoint> TABLE = List.of(
      get("/v1/chassis",        "listChassis",         "Lists chassis, in short form unless asked otherwise").query(all(PAGING, CHOSEN)).answers(200, "ChassisList"),
      get("/v1/chassis/detail", "listChassisInDetail", "Lists chassis with everything").query(PAGING).answers(200, "ChassisList"),
      post("/v1/chassis",       "createChassis",       "Adds a chassis").body("ChassisRequest").answers(201, "Chassis").located().locks(),
      get(CHASSIS,              "showChassis",         "Shows a chassis").query(fields(8)).answers(200, "Chassis"),
      patch(CHASSIS,            "changeChassis",       "Changes attributes of a chassis").body("Patch").answers(200, "Chassis"),
      delete(CHASSIS,           "deleteChassis",       "Deletes a chassis, which must have no nodes").answers(204, null),
      get(CHASSIS + "/nodes",   "listChassisNodes",    "Lists the nodes of a chassis, in short form unless asked otherwise").query(all(nodeFilters(), PAGING, CHOSEN)).answers(200, "NodeList"),
      get(CHASSIS + "/nodes/detail", "listChassisNodesInDetail", "Lists the nodes of a chassis with everything").query(all(nodeFilters(), PAGING)).answers(200, "NodeList"));
  // spotless:on

  private ChassisEndpoints() {}
}
