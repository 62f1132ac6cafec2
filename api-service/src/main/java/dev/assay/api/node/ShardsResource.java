package dev.assay.api.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Query;
import dev.assay.node.Nodes;
import dev.assay.storedjson.StoredJson;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;

/** Lists the shards, each with its number of nodes. Source: spec api.md 11a. */
@Path("/v1/shards")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class ShardsResource {
  private static final int SINCE = 82;

  private final Nodes nodes;
  private final ApiRequest request;

  ShardsResource(Nodes nodes, ApiRequest request) {
    this.nodes = nodes;
    this.request = request;
  }

  /** In alphabetical order; nodes without a shard are counted last, under null. */
  @GET
  public ObjectNode list(@Context UriInfo uri) {
    request.version().requireResource(SINCE);
    Query.of(uri);
    var answer = StoredJson.object();
    var shards = answer.putArray("shards");
    for (var shard : nodes.shards()) {
      shards.addObject().put("name", shard.name()).put("count", shard.nodes());
    }
    return answer;
  }
}
