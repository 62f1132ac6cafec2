package dev.assay.api.management;

import dev.assay.api.body.JsonBody;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Query;
import dev.assay.attribute.AttributeType;
import dev.assay.hardware.BootMode;
import dev.assay.id.NodeId;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import io.smallrye.common.annotation.RunOnVirtualThread;
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
import java.util.function.Function;

/**
 * Changes boot mode and secure boot of a machine through its BMC; returns when the BMC has accepted
 * it. Source: spec api.md 10.12.
 */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class BootModeResource {
  /** The API version that introduced it. */
  private static final int SINCE = 76;

  private static final String TARGET = "target";
  private static final Set<String> MEMBERS = Set.of(TARGET);

  private final ManagedNodes nodes;
  private final NodeRequests requests;
  private final ApiRequest request;

  BootModeResource(ManagedNodes nodes, NodeRequests requests, ApiRequest request) {
    this.nodes = nodes;
    this.requests = requests;
    this.request = request;
  }

  /** Sets the boot mode. */
  @PUT
  @Path("/{node}/states/boot_mode")
  public Response mode(@PathParam("node") String ident, byte[] body, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    Query.of(uri);
    var members = JsonBody.object(body, MEMBERS);
    var mode =
        mode(AttributeType.requiredText(255).accept(TARGET, members.path(TARGET)).textValue());
    return change(ident, node -> new ConductorRequest.SetBootMode(node, mode));
  }

  /** Switches secure boot on or off. */
  @PUT
  @Path("/{node}/states/secure_boot")
  public Response secure(@PathParam("node") String ident, byte[] body, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    Query.of(uri);
    var members = JsonBody.object(body, MEMBERS);
    var on = AttributeType.requiredFlag().accept(TARGET, members.path(TARGET)).booleanValue();
    return change(ident, node -> new ConductorRequest.SetSecureBoot(node, on));
  }

  private Response change(String ident, Function<NodeId, ConductorRequest> change) {
    var node = nodes.requireReachable(ident);
    requests.ask(node.attributes(), change.apply(node.id()), ConductorReply.Done.class);
    return Response.accepted()
        .header(HttpHeaders.LOCATION, Links.self(request, "nodes", ident) + "/states")
        .build();
  }

  private static BootMode mode(String name) {
    return BootMode.ofWire(name)
        .orElseThrow(() -> AttributeType.refused(TARGET, "must be uefi or bios, not " + name));
  }
}
