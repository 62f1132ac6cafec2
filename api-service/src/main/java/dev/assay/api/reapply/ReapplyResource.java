package dev.assay.api.reapply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.ApiConfig;
import dev.assay.api.body.JsonBody;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Page;
import dev.assay.api.http.Query;
import dev.assay.api.node.NodeFilters;
import dev.assay.api.node.NodeList;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.UuidText;
import dev.assay.reapply.FleetReapplies;
import dev.assay.reapply.FleetReapply;
import dev.assay.storedjson.StoredJson;
import dev.assay.time.IsoTime;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.DELETE;
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
import java.time.Clock;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Orders to process the stored data of many nodes again: gives, lists, shows and cancels them, at
 * every version. Source: spec api.md 9.17.
 */
@Path("/v1/reapplies")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class ReapplyResource {
  private static final String COLLECTION = "reapplies";

  /** How many problems an order shows. */
  private static final int MOST_PROBLEMS = 100;

  private final FleetReapplies orders;
  private final NodeList nodes;
  private final ApiRequest request;
  private final ApiConfig config;
  private final Clock clock;

  ReapplyResource(
      FleetReapplies orders, NodeList nodes, ApiRequest request, ApiConfig config, Clock clock) {
    this.orders = orders;
    this.nodes = nodes;
    this.request = request;
    this.config = config;
    this.clock = clock;
  }

  /**
   * Gives an order for the nodes that a list of nodes with the same filters has; CONFLICT while one
   * with these filters is under way.
   */
  @POST
  @Transactional
  public Response create(byte @Nullable [] body, @Context UriInfo uri) {
    JsonBody.requireNone(
        body,
        "The nodes are chosen by the query, as in GET /v1/nodes: the request must have no body, or"
            + " {}.");
    var query = Query.of(uri, NodeFilters.STORED.toArray(String[]::new));
    var filters = StoredJson.object();
    query.given().forEach(filters::put);
    orders
        .hindrance(filters)
        .ifPresent(
            why -> {
              throw new AssayException(ErrorCode.CONFLICT, why);
            });
    var uuid =
        orders.create(
            filters,
            nodes.numbers(query),
            request.user().orElse(null),
            request.requestId(),
            clock.instant());
    return Response.accepted(show(require(uuid.toString())))
        .header(HttpHeaders.LOCATION, Links.self(request, COLLECTION, uuid.toString()))
        .build();
  }

  /** Returns a page of orders, newest first. */
  @GET
  @Transactional
  public ObjectNode list(@Context UriInfo uri) {
    var query = Query.of(uri, "limit", "marker");
    var page = Page.of(query, config.maxLimit());
    var before = page.marker().map(marker -> require(marker).id()).orElse(Long.MAX_VALUE);
    return page.answer(
        request,
        COLLECTION,
        query,
        orders.list(before, page.limit()),
        order -> show(order),
        FleetReapply::uuid);
  }

  /** Returns one order with the nodes that were skipped or failed, at most a hundred. */
  @GET
  @Path("/{order}")
  @Transactional
  public ObjectNode show(@PathParam("order") String uuid, @Context UriInfo uri) {
    Query.of(uri);
    var order = require(uuid);
    var shown = show(order);
    var problems = shown.putArray("problems");
    for (var outcome : orders.problems(order, MOST_PROBLEMS)) {
      problems
          .addObject()
          .put("node_uuid", outcome.node().toString())
          .put("inspection", text(outcome.inspection()))
          .put("reason", outcome.why());
    }
    return shown;
  }

  /** Cancels the order: nodes that wait are skipped, what is being processed goes on. */
  @DELETE
  @Path("/{order}")
  @Transactional
  public void cancel(@PathParam("order") String uuid, @Context UriInfo uri) {
    Query.of(uri);
    orders.cancel(require(uuid));
  }

  private FleetReapply require(String ident) {
    var uuid = UuidText.require(ident);
    return orders
        .find(uuid)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.NOT_FOUND, "Reapply %s could not be found.".formatted(uuid)));
  }

  private ObjectNode show(FleetReapply order) {
    var progress = order.progress();
    var shown = StoredJson.object();
    shown.put("uuid", order.uuid().toString());
    shown.put("state", state(order));
    shown.set("filters", order.filters());
    shown.put("user", order.user());
    shown.put("created_at", IsoTime.of(order.createdAt()));
    shown.put("ended_at", order.endedAt() == null ? null : IsoTime.of(order.endedAt()));
    shown
        .putObject("nodes")
        .put("total", progress.total())
        .put("waiting", progress.waiting())
        .put("running", progress.running())
        .put("finished", progress.finished())
        .put("failed", progress.failed())
        .put("skipped", progress.skipped());
    shown.set("links", Links.of(request.base(), COLLECTION, order.uuid().toString()).tree());
    return shown;
  }

  private static String state(FleetReapply order) {
    if (order.cancelled()) {
      return "cancelled";
    }
    return order.endedAt() == null ? "running" : "finished";
  }

  private static @Nullable String text(@Nullable UUID uuid) {
    return uuid == null ? null : uuid.toString();
  }
}
