package dev.assay.hardware;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.node.NodeId;
import dev.assay.storedjson.SecretDocument;
import java.util.Optional;

/**
 * How to reach a node's BMC: its driver_info, secrets in clear; never logged.
 *
 * @param unreadable why driver_info could not be decrypted, as a sentence; it is empty then
 * @param beforeCommand throws when whoever works on the node may no longer command its BMC
 */
public record Bmc(
    NodeId node, ObjectNode driverInfo, Optional<String> unreadable, Runnable beforeCommand) {
  /** To read from, or where nobody else commands it. */
  public Bmc(NodeId node, ObjectNode driverInfo) {
    this(node, driverInfo, Optional.empty(), () -> {});
  }

  /** The same with driver_info as it is stored. */
  public Bmc(NodeId node, SecretDocument driverInfo) {
    this(node, driverInfo.object(), driverInfo.unusable(), () -> {});
  }

  /** The same BMC, whose commands {@code check} permits by not throwing. */
  public Bmc guardedBy(Runnable check) {
    return new Bmc(node, driverInfo, unreadable, check);
  }

  /** Fails with DRIVER_INFO_UNREADABLE when driver_info could not be decrypted. */
  public void requireReadable() {
    if (unreadable.isPresent()) {
      throw new HardwareFailure(ErrorCode.DRIVER_INFO_UNREADABLE, unreadable.get());
    }
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
