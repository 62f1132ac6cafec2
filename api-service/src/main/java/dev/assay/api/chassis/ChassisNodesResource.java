package dev.assay.api.chassis;

import dev.assay.api.conditional.Conditional;
import dev.assay.api.field.ListConditions;
import dev.assay.api.http.Query;
import dev.assay.api.node.NodeFilters;
import dev.assay.api.node.NodeList;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

/** Lists the nodes of one chassis. Source: spec api.md 11a. */
@Path("/v1/chassis")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class ChassisNodesResource {
  private final NodeList list;
  private final ChassisFinder known;

  ChassisNodesResource(NodeList list, ChassisFinder known) {
    this.list = list;
    this.known = known;
  }

  /** Returns a page of the nodes in short form, or with the fields requested. */
  @GET
  @Conditional
  @Path("/{chassis}/nodes")
  public Response list(@PathParam("chassis") String ident, @Context UriInfo uri) {
    return page(ident, uri, "chassis/%s/nodes".formatted(ident), false);
  }

  /** Returns a page of the nodes with all fields. */
  @GET
  @Conditional
  @Path("/{chassis}/nodes/detail")
  public Response detail(@PathParam("chassis") String ident, @Context UriInfo uri) {
    return page(ident, uri, "chassis/%s/nodes/detail".formatted(ident), true);
  }

  private Response page(String ident, UriInfo uri, String path, boolean detailed) {
    var query = Query.ofList(uri, detailed, NodeFilters.NAMES);
    var conditions = new ListConditions();
    conditions.add("n.attributes.chassisUuid = :inside", "inside", known.require(ident).uuid());
    return list.page(query, path, detailed, conditions);
  }
}
