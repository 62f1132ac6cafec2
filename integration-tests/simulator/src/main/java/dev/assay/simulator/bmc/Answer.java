package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the service answers.
 *
 * @param body null: none
 */
record Answer(int status, @Nullable ObjectNode body, Map<String, String> headers) {
  Answer {
    headers = Map.copyOf(headers);
  }

  static Answer ok(ObjectNode body) {
    return new Answer(200, body, Map.of());
  }

  static Answer noContent() {
    return new Answer(204, null, Map.of());
  }
}
