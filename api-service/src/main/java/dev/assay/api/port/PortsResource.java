package dev.assay.api.port;

import dev.assay.api.body.JsonBody;
import dev.assay.api.conditional.Conditional;
import dev.assay.api.field.Patch;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Query;
import dev.assay.api.portlike.PortLikeView;
import dev.assay.port.Port;
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

/** The endpoints to create, list, show, change and delete ports. Source: spec api.md 11. */
@Path("/v1/ports")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class PortsResource {
  private final PortList list;
  private final PortWrites writes;
  private final PortFinder known;
  private final ApiRequest request;

  PortsResource(PortList list, PortWrites writes, PortFinder known, ApiRequest request) {
    this.list = list;
    this.writes = writes;
    this.known = known;
    this.request = request;
  }

  /** A page of ports, in short form unless the query asks otherwise. */
  @GET
  @Conditional
  public Response list(@Context UriInfo uri) {
    return list.all("ports", uri, false);
  }

  /** A page of ports with all fields. */
  @GET
  @Conditional
  @Path("/detail")
  public Response detail(@Context UriInfo uri) {
    return list.all("ports/detail", uri, true);
  }

  /** Creates a port. */
  @POST
  public Response create(byte[] body, @Context UriInfo uri) {
    Query.of(uri);
    var port = writes.create(JsonBody.object(body));
    return Response.created(URI.create(Links.self(request, "ports", port.uuid())))
        .entity(full(port))
        .build();
  }

  /** One port with all fields, or with those that the query names. */
  @GET
  @Conditional
  @Path("/{port}")
  public byte[] show(@PathParam("port") String ident, @Context UriInfo uri) {
    var query = Query.of(uri, "fields");
    var representation = PortFields.TABLE.asked(query, true, request.version());
    return representation.one(PortLikeView.of(known.require(ident), request));
  }

  /** Changes attributes; see {@link Patch}. */
  @PATCH
  @Path("/{port}")
  public byte[] patch(@PathParam("port") String ident, byte[] body, @Context UriInfo uri) {
    Query.of(uri);
    var patch = Patch.read(JsonBody.read(body), PortFields.TABLE, request.version());
    return full(writes.patch(ident, patch));
  }

  /** Deletes the port. */
  @DELETE
  @Path("/{port}")
  public void delete(@PathParam("port") String ident, @Context UriInfo uri) {
    Query.of(uri);
    writes.delete(ident);
  }

  private byte[] full(PortLikeView<Port> port) {
    return PortFields.TABLE.full(request.version()).one(port);
  }
}
