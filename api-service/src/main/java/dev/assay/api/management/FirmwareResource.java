package dev.assay.api.management;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Query;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.storedjson.StoredJson;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;

/**
 * Shows the versions of firmware that the BMC reports at this moment; Assay updates none, so
 * nothing is known about earlier ones. Source: spec api.md 10.14.
 */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class FirmwareResource {
  /** The API version that introduced it. */
  private static final int SINCE = 86;

  private final ManagedNodes nodes;
  private final NodeRequests requests;
  private final ApiRequest request;

  FirmwareResource(ManagedNodes nodes, NodeRequests requests, ApiRequest request) {
    this.nodes = nodes;
    this.requests = requests;
    this.request = request;
  }

  /** One entry for each component, in the form of Ironic. */
  @GET
  @Path("/{node}/firmware")
  public ObjectNode show(@PathParam("node") String ident, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    Query.of(uri);
    var node = nodes.requireReachable(ident);
    var reply =
        requests.ask(
            node.attributes(),
            new ConductorRequest.GetFirmware(node.id()),
            ConductorReply.FirmwareVersions.class);
    var answer = StoredJson.object();
    var components = answer.putArray("firmware");
    reply
        .versions()
        .forEach(
            (component, version) ->
                components
                    .addObject()
                    .put("component", component)
                    .putNull("initial_version")
                    .put("current_version", version)
                    .putNull("last_version_flashed")
                    .putNull("created_at")
                    .putNull("updated_at"));
    return answer;
  }
}
