package dev.assay.api.port;

import dev.assay.api.conditional.Conditional;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

/** Lists the ports of one node. Source: spec api.md 10.10. */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class NodePortsResource {
  private final PortList list;

  NodePortsResource(PortList list) {
    this.list = list;
  }

  /** A page of the ports, in short form unless the query asks otherwise. */
  @GET
  @Conditional
  @Path("/{node}/ports")
  public Response list(@PathParam("node") String ident, @Context UriInfo uri) {
    return list.of(ident, "nodes/" + ident + "/ports", uri, false);
  }

  /** A page of the ports with all fields. */
  @GET
  @Conditional
  @Path("/{node}/ports/detail")
  public Response detail(@PathParam("node") String ident, @Context UriInfo uri) {
    return list.of(ident, "nodes/" + ident + "/ports/detail", uri, true);
  }
}
