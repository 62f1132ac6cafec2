package dev.assay.bench;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stack.ApiClient;
import java.time.Duration;

/** Counts the nodes in a provision state through the API. */
final class NodeStates {
  private final ApiClient api;

  NodeStates(ApiClient api) {
    this.api = api;
  }

  /** Waits until no node is in any of these states; polls ten times a second. */
  void awaitNone(Duration limit, String... states) {
    await("no node is " + String.join(" or ", states))
        .atMost(limit)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              for (var state : states) {
                if (!page(state, "&limit=1").path("nodes").isEmpty()) {
                  return false;
                }
              }
              return true;
            });
  }

  /** The number of nodes in that state; reads all pages. */
  int count(String state) {
    int count = 0;
    var nodes = page(state, "").path("nodes");
    while (!nodes.isEmpty()) {
      count += nodes.size();
      nodes =
          page(state, "&marker=" + nodes.get(nodes.size() - 1).path("uuid").asText()).path("nodes");
    }
    return count;
  }

  private JsonNode page(String state, String more) {
    return api.get("/v1/nodes?provision_state=" + ApiClient.encode(state) + more)
        .require(200)
        .json();
  }
}
