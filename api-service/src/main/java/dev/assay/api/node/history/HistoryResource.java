package dev.assay.api.node.history;

import dev.assay.api.ApiConfig;
import dev.assay.api.field.ListConditions;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Page;
import dev.assay.api.http.Query;
import dev.assay.api.node.NodeFinder;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.node.History;
import dev.assay.node.HistoryEntry;
import dev.assay.node.Node;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The history of a node: a list of events, and each event alone. Source: spec api.md 10.7. */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class HistoryResource {
  private final NodeFinder known;
  private final History history;
  private final ApiRequest request;
  private final ApiConfig config;

  HistoryResource(NodeFinder known, History history, ApiRequest request, ApiConfig config) {
    this.known = known;
    this.history = history;
    this.request = request;
    this.config = config;
  }

  /** A page of entries, oldest first by default. */
  @GET
  @Path("/{node}/history")
  public byte[] list(@PathParam("node") String ident, @Context UriInfo uri) {
    request.version().requireResource(HistoryFields.SINCE);
    var query = Query.of(uri, "detail", "limit", "marker", "sort_key", "sort_dir");
    return page(ident, "history", query, query.bool("detail").orElse(false));
  }

  /**
   * The same with all fields, under the path that {@code openstack baremetal node history list
   * --long} uses.
   */
  @GET
  @Path("/{node}/history/detail")
  public byte[] detail(@PathParam("node") String ident, @Context UriInfo uri) {
    request.version().requireResource(HistoryFields.SINCE);
    var query = Query.of(uri, "limit", "marker", "sort_key", "sort_dir");
    return page(ident, "history/detail", query, true);
  }

  private byte[] page(String ident, String path, Query query, boolean detail) {
    var page = Page.of(query, config.maxLimit());
    var node = known.require(ident);
    var conditions = new ListConditions();
    conditions.add("n.nodeId = :node", "node", node.id());
    var selection =
        conditions.page(
            page,
            HistoryFields.TABLE,
            request.version(),
            after(node, page.marker()),
            "n.createdAt");
    var rows = history.list(selection);
    var representation =
        detail
            ? HistoryFields.TABLE.full(request.version())
            : HistoryFields.TABLE.listed(request.version());
    return representation.list(
        "history",
        rows.stream().map(entry -> view(node, entry, detail)),
        (last, count) ->
            page.next(
                request,
                "nodes/" + ident + "/" + path,
                query,
                count,
                last.entry().uuid().toString()));
  }

  /** One entry, with all fields. */
  @GET
  @Path("/{node}/history/{entry}")
  public byte[] show(
      @PathParam("node") String ident, @PathParam("entry") String uuid, @Context UriInfo uri) {
    request.version().requireResource(HistoryFields.SINCE);
    Query.of(uri);
    var node = known.require(ident);
    var entry = require(node, NodeId.of(uuid).uuid());
    return HistoryFields.TABLE.full(request.version()).one(view(node, entry, true));
  }

  private @Nullable Long after(Node node, Optional<String> marker) {
    return marker.isEmpty() ? null : require(node, NodeId.of(marker.get()).uuid()).id();
  }

  private HistoryEntry require(Node node, UUID uuid) {
    return history
        .find(node, uuid)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.NOT_FOUND,
                    "Node history record %s of node %s could not be found."
                        .formatted(uuid, node.uuid())));
  }

  private HistoryFields.View view(Node node, HistoryEntry entry, boolean whole) {
    return new HistoryFields.View(entry, node.uuid().toString(), request, whole);
  }
}
