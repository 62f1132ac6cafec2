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

import dev.assay.attribute.Shape;
import java.util.List;

/** The endpoints below /v1/portgroups. Source: spec api.md 12. */
final class PortGroupEndpoints {
  private static final String GROUP = "/v1/portgroups/{group}";

  /** The filters of lists of one node's port groups. */
  static final List<QueryParameter> OF_A_NODE =
      List.of(new QueryParameter("address", 1, Shape.Type.MAC, "Only those with this address."));

  private static final List<QueryParameter> DETAILED =
      all(
          List.of(
              text("node", 1, "Only port groups of this node: its UUID or name."),
              new QueryParameter("shard", 106, Shape.Type.TEXTS, "Only of nodes in these."),
              new QueryParameter(
                  "conductor_groups", 99, Shape.Type.TEXTS, "Only of nodes in these.")),
          OF_A_NODE,
          PAGING);

  // spotless:off
  static final List<Endpoint> TABLE = List.of(
      get("/v1/portgroups",        "listPortGroups",         "Lists port groups, in short form unless asked otherwise").since(23).query(all(DETAILED, List.of(fields(8), detail(43)))).answers(200, "PortGroupList"),
      get("/v1/portgroups/detail", "listPortGroupsInDetail", "Lists port groups with everything").since(23).query(DETAILED).answers(200, "PortGroupList"),
      post("/v1/portgroups", "createPortGroup",        "Adds a port group to a node").since(23).body("PortGroupRequest").answers(201, "PortGroup").located().locks(),
      get(GROUP,                   "showPortGroup",          "Shows a port group").since(23).query(fields(8)).answers(200, "PortGroup"),
      patch(GROUP,           "changePortGroup",        "Changes attributes of a port group").since(23).body("Patch").answers(200, "PortGroup").locks(),
      delete(GROUP,          "deletePortGroup",        "Deletes a port group").since(23).answers(204, null).locks(),
      get(GROUP + "/ports",        "listPortGroupPorts",     "Lists the ports in a port group, in short form unless asked otherwise").since(24).query(all(PortEndpoints.OF_A_NODE, PAGING, List.of(fields(8), detail(43)))).answers(200, "PortList"),
      get(GROUP + "/ports/detail", "listPortGroupPortsInDetail", "Lists the ports in a port group with everything").since(24).query(all(PortEndpoints.OF_A_NODE, PAGING)).answers(200, "PortList"));
  // spotless:on

  private PortGroupEndpoints() {}
}
