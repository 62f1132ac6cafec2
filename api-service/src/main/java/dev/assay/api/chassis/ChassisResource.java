package dev.assay.api.chassis;

import dev.assay.api.ApiConfig;
import dev.assay.api.body.JsonBody;
import dev.assay.api.field.ListConditions;
import dev.assay.api.field.Patch;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Page;
import dev.assay.api.http.Query;
import dev.assay.api.response.FullPageLimit;
import dev.assay.chassis.ChassisRows;
import io.quarkus.narayana.jta.QuarkusTransaction;
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
import java.util.List;

/** Creates, lists, shows, changes and deletes chassis. Source: spec api.md 11a. */
@Path("/v1/chassis")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class ChassisResource {
  private final ChassisRows rows;
  private final ChassisWrites writes;
  private final ChassisFinder known;
  private final FullPageLimit whole;
  private final ApiRequest request;
  private final ApiConfig config;

  ChassisResource(
      ChassisRows rows,
      ChassisWrites writes,
      ChassisFinder known,
      FullPageLimit whole,
      ApiRequest request,
      ApiConfig config) {
    this.rows = rows;
    this.writes = writes;
    this.known = known;
    this.whole = whole;
    this.request = request;
    this.config = config;
  }

  /** Returns a page of chassis in short form, or with the fields requested. */
  @GET
  public byte[] list(@Context UriInfo uri) {
    return page(uri, "chassis", false);
  }

  /** Returns a page of chassis with all fields. */
  @GET
  @Path("/detail")
  public byte[] detail(@Context UriInfo uri) {
    return page(uri, "chassis/detail", true);
  }

  private byte[] page(UriInfo uri, String path, boolean detailed) {
    var query = Query.ofList(uri, detailed, List.of());
    var version = request.version();
    var representation = ChassisFields.TABLE.asked(query, detailed, version);
    var page = Page.of(query, config.maxLimit());
    var after = page.marker().map(marker -> known.require(marker).id()).orElse(null);
    var selection = new ListConditions().page(page, ChassisFields.TABLE, version, after);
    return whole.make(
        () ->
            QuarkusTransaction.requiringNew()
                .call(
                    () ->
                        representation.list(
                            "chassis",
                            rows.list(selection).stream().map(row -> new ChassisView(row, request)),
                            (last, count) -> page.next(request, path, query, count, last.uuid()))));
  }

  /** Creates a chassis. */
  @POST
  public Response create(byte[] body, @Context UriInfo uri) {
    Query.of(uri);
    var chassis = writes.create(JsonBody.object(body));
    return Response.created(URI.create(Links.self(request, "chassis", chassis.uuid())))
        .entity(full(chassis))
        .build();
  }

  /** Returns one chassis, with all fields or those requested. */
  @GET
  @Path("/{chassis}")
  public byte[] show(@PathParam("chassis") String ident, @Context UriInfo uri) {
    var query = Query.of(uri, "fields");
    var representation = ChassisFields.TABLE.asked(query, true, request.version());
    return representation.one(new ChassisView(known.require(ident), request));
  }

  /** Changes attributes; see {@link Patch}. */
  @PATCH
  @Path("/{chassis}")
  public byte[] patch(@PathParam("chassis") String ident, byte[] body, @Context UriInfo uri) {
    Query.of(uri);
    var patch = Patch.read(JsonBody.read(body), ChassisFields.TABLE, request.version());
    return full(writes.patch(ident, patch));
  }

  /** Deletes the chassis, which must have no nodes. */
  @DELETE
  @Path("/{chassis}")
  public void delete(@PathParam("chassis") String ident, @Context UriInfo uri) {
    Query.of(uri);
    writes.delete(ident);
  }

  private byte[] full(ChassisView chassis) {
    return ChassisFields.TABLE.full(request.version()).one(chassis);
  }
}
