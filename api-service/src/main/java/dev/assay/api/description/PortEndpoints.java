package dev.assay.api.description;

import static dev.assay.api.description.Endpoint.delete;
import static dev.assay.api.description.Endpoint.get;
import static dev.assay.api.description.Endpoint.patch;
import static dev.assay.api.description.Endpoint.post;
import static dev.assay.api.description.QueryParameter.PAGING;
import static dev.assay.api.description.QueryParameter.all;
import static dev.assay.api.description.QueryParameter.detail;
import static dev.assay.api.description.QueryParameter.fields;
import static dev.assay.api.description.QueryParameter.text;
import static dev.assay.api.description.QueryParameter.uuid;

import dev.assay.attribute.Shape;
import java.util.List;

/** The endpoints below /v1/ports. Source: spec api.md 11. */
final class PortEndpoints {
  private static final String PORT = "/v1/ports/{port}";

  /** The filters of lists of one node's ports. */
  static final List<QueryParameter> OF_A_NODE =
      List.of(
          new QueryParameter("address", 1, Shape.Type.MAC, "Only the port with this address."),
          text("description_contains", 97, "Only ports whose description contains this."));

  private static final List<QueryParameter> DETAILED =
      all(
          List.of(
              text("node", 1, "Only ports of this node: its UUID, from 1.5 on its name."),
              uuid("node_uuid", "Only ports of this node."),
              text("portgroup", 24, "Only ports of this group; not with node or shard."),
              new QueryParameter("shard", 82, Shape.Type.TEXTS, "Only ports of nodes in these."),
              new QueryParameter(
                  "conductor_groups", 99, Shape.Type.TEXTS, "Only ports of nodes in these.")),
          OF_A_NODE,
          PAGING);

  // spotless:off
  static final List<Endpoint> TABLE = List.of(
      get("/v1/ports",        "listPorts",         "Lists ports, in short form unless asked otherwise").query(all(DETAILED, List.of(fields(8), detail(43)))).answers(200, "PortList"),
      get("/v1/ports/detail", "listPortsInDetail", "Lists ports with everything").query(DETAILED).answers(200, "PortList"),
      post("/v1/ports", "createPort",        "Adds a port to a node").body("PortRequest").answers(201, "Port").located().locks(),
      get(PORT,               "showPort",          "Shows a port").query(fields(8)).answers(200, "Port"),
      patch(PORT,       "changePort",        "Changes attributes of a port").body("Patch").answers(200, "Port").locks(),
      delete(PORT,      "deletePort",        "Deletes a port").answers(204, null).locks());
  // spotless:on

  private PortEndpoints() {}
}
