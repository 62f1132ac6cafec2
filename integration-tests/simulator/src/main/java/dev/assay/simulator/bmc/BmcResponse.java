package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A response of the Redfish service.
 *
 * @param body null if there is none
 */
record BmcResponse(int status, @Nullable ObjectNode body, Map<String, String> headers) {
  BmcResponse {
    headers = Map.copyOf(headers);
  }

  static BmcResponse ok(ObjectNode body) {
    return new BmcResponse(200, body, Map.of());
  }

  static BmcResponse noContent() {
    return new BmcResponse(204, null, Map.of());
  }
}
