package dev.assay.api.portgroup;

import dev.assay.api.body.JsonBody;
import dev.assay.api.conditional.Conditional;
import dev.assay.api.field.Patch;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Query;
import dev.assay.api.portlike.PortLikeView;
import dev.assay.portgroup.PortGroup;
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

/**
 * The endpoints to create, list, show, change and delete port groups; 404 below 1.23. Source: spec
 * api.md 12.
 */
@Path("/v1/portgroups")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class PortGroupsResource {
  private final PortGroupList list;
  private final PortGroupWrites writes;
  private final PortGroupFinder known;
  private final ApiRequest request;

  PortGroupsResource(
      PortGroupList list, PortGroupWrites writes, PortGroupFinder known, ApiRequest request) {
    this.list = list;
    this.writes = writes;
    this.known = known;
    this.request = request;
  }

  /** A page of port groups, in short form unless the query asks otherwise. */
  @GET
  @Conditional
  public Response list(@Context UriInfo uri) {
    requireVersion();
    return list.all("portgroups", uri, false);
  }

  /** A page of port groups with all fields. */
  @GET
  @Conditional
  @Path("/detail")
  public Response detail(@Context UriInfo uri) {
    requireVersion();
    return list.all("portgroups/detail", uri, true);
  }

  /** Creates a port group. */
  @POST
  public Response create(byte[] body, @Context UriInfo uri) {
    requireVersion();
    Query.of(uri);
    var group = writes.create(JsonBody.object(body));
    return Response.created(URI.create(Links.self(request, "portgroups", group.uuid())))
        .entity(full(group))
        .build();
  }

  /** One port group with all fields, or with those that the query names. */
  @GET
  @Conditional
  @Path("/{group}")
  public byte[] show(@PathParam("group") String ident, @Context UriInfo uri) {
    requireVersion();
    var query = Query.of(uri, "fields");
    var representation = PortGroupFields.TABLE.asked(query, true, request.version());
    return representation.one(PortLikeView.of(known.require(ident), request));
  }

  /** Changes attributes; see {@link Patch}. */
  @PATCH
  @Path("/{group}")
  public byte[] patch(@PathParam("group") String ident, byte[] body, @Context UriInfo uri) {
    requireVersion();
    Query.of(uri);
    var patch = Patch.read(JsonBody.read(body), PortGroupFields.TABLE, request.version());
    return full(writes.patch(ident, patch));
  }

  /** Deletes the port group, which must have no ports. */
  @DELETE
  @Path("/{group}")
  public void delete(@PathParam("group") String ident, @Context UriInfo uri) {
    requireVersion();
    Query.of(uri);
    writes.delete(ident);
  }

  private void requireVersion() {
    request.version().requireResource(PortGroupFields.SINCE);
  }

  private byte[] full(PortLikeView<PortGroup> group) {
    return PortGroupFields.TABLE.full(request.version()).one(group);
  }
}
