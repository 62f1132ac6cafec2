package dev.assay.hardware;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.node.NodeId;
import java.util.Optional;

/**
 * How to reach a node's BMC: its driver_info, secrets in clear; never logged.
 *
 * @param beforeCommand throws when whoever works on the node may no longer command its BMC
 */
public record Bmc(NodeId node, ObjectNode driverInfo, Runnable beforeCommand) {
  /** To read from, or where nobody else commands it. */
  public Bmc(NodeId node, ObjectNode driverInfo) {
    this(node, driverInfo, () -> {});
  }

  /** The same BMC, whose commands {@code check} permits by not throwing. */
  public Bmc guardedBy(Runnable check) {
    return new Bmc(node, driverInfo, check);
  }

  /**
   * A driver calls this right before each request that changes something on the machine: power,
   * boot device, virtual media. It lets through what this throws (LeaseLost), and sends nothing.
   */
  public void requireCommand() {
    beforeCommand.run();
  }

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
