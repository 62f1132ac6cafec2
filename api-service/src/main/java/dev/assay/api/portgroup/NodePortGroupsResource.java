package dev.assay.api.portgroup;

import dev.assay.api.conditional.Conditional;
import dev.assay.api.http.ApiRequest;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

/** Lists the port groups of one node. Source: spec api.md 10.10. */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class NodePortGroupsResource {
  private static final int SINCE = 24;

  private final PortGroupList list;
  private final ApiRequest request;

  NodePortGroupsResource(PortGroupList list, ApiRequest request) {
    this.list = list;
    this.request = request;
  }

  /** A page of the port groups, in short form unless the query asks otherwise. */
  @GET
  @Conditional
  @Path("/{node}/portgroups")
  public Response list(@PathParam("node") String ident, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    return list.of(ident, "nodes/" + ident + "/portgroups", uri, false);
  }

  /** A page of the port groups with all fields. */
  @GET
  @Conditional
  @Path("/{node}/portgroups/detail")
  public Response detail(@PathParam("node") String ident, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    return list.of(ident, "nodes/" + ident + "/portgroups/detail", uri, true);
  }
}
