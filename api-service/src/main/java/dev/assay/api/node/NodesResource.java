package dev.assay.api.node;

import dev.assay.api.body.JsonBody;
import dev.assay.api.conditional.Conditional;
import dev.assay.api.conductor.ServingConductors;
import dev.assay.api.field.Patch;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Query;
import dev.assay.attribute.AttributeType;
import dev.assay.node.Node;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;

/** The endpoints to create, list, show, change and delete nodes. Source: spec api.md 9. */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class NodesResource {
  private static final int CHASSIS_REMOVAL = 25;
  private static final int RESET_INTERFACES = 45;

  private final NodeList list;
  private final NodeCreation creation;
  private final NodeChange change;
  private final NodeRemoval removal;
  private final NodeFinder known;
  private final ServingConductors conductors;
  private final ApiRequest request;

  NodesResource(
      NodeList list,
      NodeCreation creation,
      NodeChange change,
      NodeRemoval removal,
      NodeFinder known,
      ServingConductors conductors,
      ApiRequest request) {
    this.list = list;
    this.creation = creation;
    this.change = change;
    this.removal = removal;
    this.known = known;
    this.conductors = conductors;
    this.request = request;
  }

  /** A page of nodes, in short form unless the query asks otherwise. */
  @GET
  @Conditional
  public Response list(@Context UriInfo uri) {
    return list.page(Query.ofList(uri, false, NodeFilters.NAMES), "nodes", false);
  }

  /** A page of nodes with all fields. */
  @GET
  @Conditional
  @Path("/detail")
  public Response detail(@Context UriInfo uri) {
    return list.page(Query.ofList(uri, true, NodeFilters.NAMES), "nodes/detail", true);
  }

  /** Creates a node. */
  @POST
  public Response create(byte[] body, @Context UriInfo uri) {
    Query.of(uri);
    var node = creation.create(JsonBody.object(body));
    return Response.created(URI.create(Links.self(request, "nodes", node.uuid().toString())))
        .entity(full(node))
        .build();
  }

  /** One node with all fields, or with those that the query names. */
  @GET
  @Conditional
  @Path("/{node}")
  public byte[] show(@PathParam("node") String ident, @Context UriInfo uri) {
    var query = Query.of(uri, "fields");
    var representation = NodeFields.TABLE.asked(query, true, request.version());
    return representation.one(view(known.require(ident)));
  }

  /** Changes attributes; see {@link Patch}. */
  @PATCH
  @Path("/{node}")
  public byte[] patch(@PathParam("node") String ident, byte[] body, @Context UriInfo uri) {
    var query = Query.of(uri, "reset_interfaces");
    var patch = Patch.read(JsonBody.read(body), NodeFields.TABLE, request.version());
    if (query.has("reset_interfaces")) {
      request.version().require(RESET_INTERFACES, "reset_interfaces");
    }
    if (patch.removes("chassis_uuid")) {
      request.version().require(CHASSIS_REMOVAL, "removal of chassis_uuid");
    }
    var reset = query.bool("reset_interfaces").orElse(false);
    if (reset && !patch.roots().contains("driver")) {
      throw AttributeType.refused("reset_interfaces", "needs a change of driver");
    }
    return full(change.patch(ident, patch, reset));
  }

  /** Deletes the node and what belongs to it. */
  @DELETE
  @Path("/{node}")
  public void delete(@PathParam("node") String ident, @Context UriInfo uri) {
    Query.of(uri);
    removal.delete(ident);
  }

  private byte[] full(Node node) {
    return NodeFields.TABLE.full(request.version()).one(view(node));
  }

  private NodeView view(Node node) {
    return new NodeView.Factory(request, conductors).of(node);
  }
}
