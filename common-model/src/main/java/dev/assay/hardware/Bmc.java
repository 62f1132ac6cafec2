package dev.assay.hardware;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.node.NodeId;
import java.util.Optional;

/** How to reach a node's BMC: its driver_info, secrets in clear; never logged. */
public record Bmc(NodeId node, ObjectNode driverInfo) {
  /** A non-empty text or number of driver_info as text. */
  public Optional<String> get(String key) {
    var value = driverInfo.path(key);
    return value.isValueNode() && !value.isNull() && !value.asText().isBlank()
        ? Optional.of(value.asText().strip())
        : Optional.empty();
  }

  @Override
  public String toString() {
    return "BMC of node " + node;
  }
}
