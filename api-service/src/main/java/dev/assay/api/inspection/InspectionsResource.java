package dev.assay.api.inspection;

import dev.assay.api.ApiConfig;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Page;
import dev.assay.api.http.Query;
import dev.assay.api.node.NodeFinder;
import dev.assay.api.response.FullPageLimit;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.node.Node;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.Optional;

/** Lists and shows the inspections of a node: times, stages, errors, and what each hook did. */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class InspectionsResource {
  private static final String LATEST = "latest";

  private final NodeFinder known;
  private final Inspections inspections;
  private final FullPageLimit whole;
  private final ApiRequest request;
  private final ApiConfig config;

  InspectionsResource(
      NodeFinder known,
      Inspections inspections,
      FullPageLimit whole,
      ApiRequest request,
      ApiConfig config) {
    this.known = known;
    this.whole = whole;
    this.inspections = inspections;
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
    var before = page.marker().map(marker -> require(node, marker).id()).orElse(Long.MAX_VALUE);
    return whole.make(
        () -> QuarkusTransaction.requiringNew().call(() -> page(node, ident, query, page, before)));
  }

  private byte[] page(Node node, String ident, Query query, Page page, long before) {
    return InspectionFields.TABLE
        .listed(request.version())
        .list(
            "inspections",
            inspections.list(node, before, page.limit()).stream().map(run -> view(node, run)),
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
    return InspectionFields.TABLE.full(request.version()).one(view(node, require(node, name)));
  }

  private Inspection require(Node node, String name) {
    return find(node, name)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.NOT_FOUND,
                    name.equals(LATEST)
                        ? "Node %s was never inspected.".formatted(node.uuid())
                        : "Inspection %s of node %s could not be found."
                            .formatted(name, node.uuid())));
  }

  private Optional<Inspection> find(Node node, String name) {
    return name.equals(LATEST)
        ? inspections.latest(node)
        : inspections.find(NodeId.of(name).uuid()).filter(run -> run.nodeId() == node.id());
  }

  private InspectionFields.View view(Node node, Inspection run) {
    return new InspectionFields.View(run, node.uuid().toString(), request);
  }
}
