package dev.assay.inventorydiff;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** What one inspection found; neither tree is changed. */
public record Snapshot(JsonNode inventory, JsonNode pluginData) {
  /** The root of both, so that every value has a path: inventory/cpu/count. */
  JsonNode root() {
    var root = JsonNodeFactory.instance.objectNode();
    root.set("inventory", inventory);
    return root.set("plugin_data", pluginData);
  }
}
