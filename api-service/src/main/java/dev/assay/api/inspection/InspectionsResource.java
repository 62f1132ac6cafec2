package dev.assay.api.inspection;

import dev.assay.api.ApiConfig;
import dev.assay.api.body.JsonBody;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Page;
import dev.assay.api.http.Query;
import dev.assay.api.node.NodeFinder;
import dev.assay.api.response.FullPageLimit;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.ResultHistory;
import dev.assay.inspection.ResultHistory.Found;
import dev.assay.inspection.Trace;
import dev.assay.inspection.Traces;
import dev.assay.node.Node;
import dev.assay.reapply.Reapply;
import dev.assay.storedjson.StoredJson;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists and shows the inspections of a node (times, stages, errors, and what each hook did), and
 * orders new ones on stored data. Source: spec api.md 9.17, 10.
 */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class InspectionsResource {
  private final NodeFinder known;
  private final Inspections inspections;
  private final Reapply reapply;
  private final NamedInspections named;
  private final ResultHistory history;
  private final Traces traces;
  private final FullPageLimit whole;
  private final ApiRequest request;
  private final ApiConfig config;

  InspectionsResource(
      NodeFinder known,
      Inspections inspections,
      Reapply reapply,
      NamedInspections named,
      ResultHistory history,
      Traces traces,
      FullPageLimit whole,
      ApiRequest request,
      ApiConfig config) {
    this.known = known;
    this.whole = whole;
    this.inspections = inspections;
    this.reapply = reapply;
    this.named = named;
    this.history = history;
    this.traces = traces;
    this.request = request;
    this.config = config;
  }

  /** Returns a page of inspections in short form, the latest first. */
  @GET
  @Path("/{node}/inspections")
  public byte[] list(@PathParam("node") String ident, @Context UriInfo uri) {
    var query = Query.of(uri, "limit", "marker");
    var page = Page.of(query, config.maxLimit());
    var node = known.require(ident);
    var before =
        page.marker().map(marker -> named.require(node, marker).id()).orElse(Long.MAX_VALUE);
    return whole.make(
        () -> QuarkusTransaction.requiringNew().call(() -> page(node, ident, query, page, before)));
  }

  private byte[] page(Node node, String ident, Query query, Page page, long before) {
    var runs = inspections.list(node, before, page.limit());
    var results = history.of(runs);
    return InspectionFields.TABLE
        .listed(request.version())
        .list(
            "inspections",
            runs.stream().map(run -> view(node, run, results)),
            (last, count) ->
                page.next(
                    request,
                    "nodes/" + ident + "/inspections",
                    query,
                    count,
                    last.run().uuid().toString()));
  }

  /** Returns one inspection with all fields, by UUID or as "latest". */
  @GET
  @Path("/{node}/inspections/{inspection}")
  public byte[] show(
      @PathParam("node") String ident, @PathParam("inspection") String name, @Context UriInfo uri) {
    Query.of(uri);
    var node = known.require(ident);
    var run = named.require(node, name);
    var view = view(node, run, history.of(List.of(run))).with(traces.of(run));
    return InspectionFields.TABLE.full(request.version()).one(view);
  }

  /**
   * Orders a new inspection on the data that are stored for this one, or with "latest" on the
   * newest stored data; a conductor processes them.
   */
  @POST
  @Path("/{node}/inspections/{inspection}/reapply")
  @Transactional
  public Response reapply(
      @PathParam("node") String ident,
      @PathParam("inspection") String name,
      byte @Nullable [] body,
      @Context UriInfo uri) {
    Query.of(uri);
    JsonBody.requireNone(
        body, "Stored data are processed again as they are: the request must have no body, or {}.");
    var node = known.requireForUpdate(ident);
    var run =
        named.isLatest(name)
            ? reapply.order(node, request.requestId())
            : reapply.order(node, named.require(node, name), request.requestId());
    var self = Links.self(request, "nodes", node.uuid().toString()) + "/inspections/" + run.uuid();
    return Response.accepted(StoredJson.object().put("uuid", run.uuid().toString()))
        .header(HttpHeaders.LOCATION, self)
        .build();
  }

  private InspectionFields.View view(Node node, Inspection run, Map<Long, Found> results) {
    return new InspectionFields.View(
        run, node.uuid().toString(), results.get(run.id()), Trace.EMPTY, request);
  }
}
