package dev.assay.api.node.state;

import dev.assay.api.body.JsonBody;
import dev.assay.api.conditional.Conditional;
import dev.assay.api.conductor.ServingConductors;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Query;
import dev.assay.api.node.NodeChange;
import dev.assay.api.node.NodeFields;
import dev.assay.api.node.NodeFinder;
import dev.assay.api.node.NodeView;
import dev.assay.attribute.AttributeType;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shows the states of a node, and takes requests to change provision state, power and maintenance.
 * Source: spec api.md 10.1 to 10.3 and 10.5.
 */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class NodeStatesResource {
  private final NodeFinder known;
  private final ProvisionRequest provision;
  private final PowerRequest power;
  private final NodeChange change;
  private final ServingConductors conductors;
  private final ApiRequest request;

  NodeStatesResource(
      NodeFinder known,
      ProvisionRequest provision,
      PowerRequest power,
      NodeChange change,
      ServingConductors conductors,
      ApiRequest request) {
    this.known = known;
    this.provision = provision;
    this.power = power;
    this.change = change;
    this.conductors = conductors;
    this.request = request;
  }

  /** The states of the node. */
  @GET
  @Conditional
  @Path("/{node}/states")
  public byte[] states(@PathParam("node") String ident, @Context UriInfo uri) {
    Query.of(uri);
    return NodeFields.TABLE
        .only(NodeFields.STATES, request.version())
        .one(new NodeView.Factory(request, conductors).of(known.require(ident)));
  }

  /** Requests a change of the provision state. */
  @PUT
  @Path("/{node}/states/provision")
  public Response provision(@PathParam("node") String ident, byte[] body, @Context UriInfo uri) {
    Query.of(uri);
    provision.accept(ident, JsonBody.object(body));
    return accepted(ident);
  }

  /** Requests a change of the power state. */
  @PUT
  @Path("/{node}/states/power")
  public Response power(@PathParam("node") String ident, byte[] body, @Context UriInfo uri) {
    Query.of(uri);
    power.accept(ident, JsonBody.object(body));
    return accepted(ident);
  }

  /** Sets maintenance; the body, and in it the reason, may be left out. */
  @PUT
  @Path("/{node}/maintenance")
  public Response maintain(
      @PathParam("node") String ident, byte @Nullable [] body, @Context UriInfo uri) {
    Query.of(uri);
    change.maintain(ident, true, reason(body));
    return Response.accepted().build();
  }

  /** Clears maintenance. */
  @DELETE
  @Path("/{node}/maintenance")
  public Response resume(@PathParam("node") String ident, @Context UriInfo uri) {
    Query.of(uri);
    change.maintain(ident, false, null);
    return Response.accepted().build();
  }

  private static @Nullable String reason(byte @Nullable [] body) {
    if (body == null || body.length == 0) {
      return null;
    }
    var members = JsonBody.object(body, Set.of("reason"));
    return AttributeType.text(Integer.MAX_VALUE)
        .accept("reason", members.path("reason"))
        .textValue();
  }

  /** Sets Location as text: a name may have characters that a URI object would reject. */
  private Response accepted(String ident) {
    return Response.accepted()
        .header(HttpHeaders.LOCATION, Links.self(request, "nodes", ident) + "/states")
        .build();
  }
}
