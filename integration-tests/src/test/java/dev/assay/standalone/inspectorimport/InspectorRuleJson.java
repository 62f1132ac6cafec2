package dev.assay.standalone.inspectorimport;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A rule as a client of ironic-inspector posts it. */
final class InspectorRuleJson {
  private InspectorRuleJson() {}

  /** Adds what a client may leave out because it has a default. */
  static ObjectNode withDefaults(ObjectNode posted) {
    for (var each : posted.path("conditions")) {
      if (each instanceof ObjectNode condition) {
        condition.put("multiple", condition.path("multiple").asText("any"));
        condition.put("invert", condition.path("invert").asBoolean(false));
      }
    }
    return posted;
  }
}
