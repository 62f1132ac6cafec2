package dev.assay.hardware;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import java.util.Optional;

/**
 * The access data of a node's BMC: its driver_info with secrets in plain text; never logged.
 *
 * @param unreadable a sentence telling why driver_info, which is then empty, could not be decrypted
 * @param mayPowerOff false when the machine must never be off (disable_power_off), not even for a
 *     moment while it restarts
 * @param beforeCommand throws when the caller may no longer send commands to the BMC
 */
public record Bmc(
    NodeId node,
    ObjectNode driverInfo,
    Optional<String> unreadable,
    boolean mayPowerOff,
    Runnable beforeCommand) {
  /** A BMC without a check before commands: for reading, or when no other process can use it. */
  public Bmc(NodeId node, ObjectNode driverInfo) {
    this(node, driverInfo, Optional.empty(), true, () -> {});
  }

  /**
   * Returns the same BMC with {@code check} run before each command; it throws to prevent the
   * command.
   */
  public Bmc guardedBy(Runnable check) {
    return new Bmc(node, driverInfo, unreadable, mayPowerOff, check);
  }

  /** Throws DRIVER_INFO_UNREADABLE when driver_info could not be decrypted. */
  public void requireReadable() {
    if (unreadable.isPresent()) {
      throw new HardwareFailure(ErrorCode.DRIVER_INFO_UNREADABLE, unreadable.get());
    }
  }

  /**
   * To be called by a driver right before each request that changes something on the machine:
   * power, boot device, virtual media. When this throws (LeaseLost), the driver sends nothing and
   * passes the exception on.
   */
  public void requireCommand() {
    beforeCommand.run();
  }

  /** Returns a non-empty text or number of driver_info as text. */
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
