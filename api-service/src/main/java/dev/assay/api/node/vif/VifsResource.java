package dev.assay.api.node.vif;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.Query;
import dev.assay.api.node.NodeFinder;
import dev.assay.storedjson.StoredJson;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;

/**
 * Lists the virtual interfaces of a node: always none, but clients request the list. Source: spec
 * api.md 10.11.
 */
@Path("/v1/nodes/{node}/vifs")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class VifsResource {
  private final NodeFinder known;

  VifsResource(NodeFinder known) {
    this.known = known;
  }

  /** An empty list. */
  @GET
  public ObjectNode list(@PathParam("node") String ident, @Context UriInfo uri) {
    Query.of(uri);
    known.require(ident);
    var answer = StoredJson.object();
    answer.putArray("vifs");
    return answer;
  }
}
