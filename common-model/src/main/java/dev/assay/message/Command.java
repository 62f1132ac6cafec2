package dev.assay.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import java.util.UUID;

/**
 * A command to a conductor. It names a row whose state tells whether the work is still to be done,
 * so that a second delivery has no effect. A new case needs a new {@link Envelope#VERSION} only if
 * older conductors must not ignore it.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "command")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Command.VerifyNode.class, name = "verify-node"),
  @JsonSubTypes.Type(value = Command.StartInspection.class, name = "start-inspection"),
  @JsonSubTypes.Type(value = Command.ProcessCallback.class, name = "process-callback"),
  @JsonSubTypes.Type(value = Command.AbortInspection.class, name = "abort-inspection"),
  @JsonSubTypes.Type(value = Command.PowerOffAfter.class, name = "power-off-after"),
  @JsonSubTypes.Type(value = Command.CleanNode.class, name = "clean-node"),
  @JsonSubTypes.Type(value = Command.ChangePower.class, name = "change-power"),
  @JsonSubTypes.Type(value = Command.CallApi.class, name = "call-api")
})
public sealed interface Command extends Message {
  /** Check the BMC of a node in state verifying. */
  record VerifyNode(NodeId node) implements Command {}

  /** Prepare the machine and power it on for an inspection in stage starting. */
  record StartInspection(NodeId node, UUID inspection) implements Command {}

  /** Process the payload of an inspection in stage processing. */
  record ProcessCallback(NodeId node, UUID inspection) implements Command {}

  /** Power off and end an inspection in stage aborting. */
  record AbortInspection(NodeId node, UUID inspection) implements Command {}

  /** An inspection is over: power off, if the node still waits for that. */
  record PowerOffAfter(NodeId node, UUID inspection) implements Command {}

  /** Move a node in state cleaning on to available. */
  record CleanNode(NodeId node) implements Command {}

  /**
   * Change the power of a node whose target_power_state is set to {@code target}, within {@code
   * timeoutSeconds}.
   */
  record ChangePower(NodeId node, PowerState target, long timeoutSeconds) implements Command {}

  /**
   * Make an API call that a rule ordered; {@code call} is the UUID of its row, which holds all
   * secrets.
   */
  record CallApi(NodeId node, UUID call) implements Command {}

  /** The node to work on. */
  NodeId node();
}
