package dev.assay.api.port;

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

/** Lists the ports in one port group. Source: spec api.md 12. */
@Path("/v1/portgroups")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class PortGroupPortsResource {
  private static final int SINCE = 24;

  private final PortList list;
  private final ApiRequest request;

  PortGroupPortsResource(PortList list, ApiRequest request) {
    this.list = list;
    this.request = request;
  }

  /** A page of the ports, in short form unless the query asks otherwise. */
  @GET
  @Conditional
  @Path("/{group}/ports")
  public Response list(@PathParam("group") String ident, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    return list.in(ident, "portgroups/" + ident + "/ports", uri, false);
  }

  /** A page of the ports with all fields. */
  @GET
  @Conditional
  @Path("/{group}/ports/detail")
  public Response detail(@PathParam("group") String ident, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    return list.in(ident, "portgroups/" + ident + "/ports/detail", uri, true);
  }
}
