package dev.assay.api.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Query;
import dev.assay.node.Nodes;
import dev.assay.storedjson.StoredJson;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;

/** Lists the child nodes of a node. Source: spec api.md 10.9. */
@Path("/v1/nodes/{node}/children")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class ChildrenResource {
  private static final int SINCE = 83;

  private final NodeFinder known;
  private final Nodes nodes;
  private final ApiRequest request;

  ChildrenResource(NodeFinder known, Nodes nodes, ApiRequest request) {
    this.known = known;
    this.nodes = nodes;
    this.request = request;
  }

  /** The UUIDs of the children, in the order of creation. */
  @GET
  @Transactional
  public ObjectNode list(@PathParam("node") String ident, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    Query.of(uri);
    var node = known.require(ident);
    var answer = StoredJson.object();
    var children = answer.putArray("children");
    nodes.childrenOf(node).forEach(child -> children.add(child.toString()));
    answer
        .putObject("links")
        .put("href", Links.self(request, "nodes", node.uuid().toString()) + "/children")
        .put("rel", "children");
    return answer;
  }
}
