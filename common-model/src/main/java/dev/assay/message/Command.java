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
  @JsonSubTypes.Type(value = Command.VerifyNode.class, name = Command.VERIFY_NODE),
  @JsonSubTypes.Type(value = Command.StartInspection.class, name = Command.START_INSPECTION),
  @JsonSubTypes.Type(value = Command.ProcessCallback.class, name = Command.PROCESS_CALLBACK),
  @JsonSubTypes.Type(value = Command.AbortInspection.class, name = Command.ABORT_INSPECTION),
  @JsonSubTypes.Type(value = Command.PowerOffAfter.class, name = Command.POWER_OFF_AFTER),
  @JsonSubTypes.Type(value = Command.CleanNode.class, name = Command.CLEAN_NODE),
  @JsonSubTypes.Type(value = Command.ChangePower.class, name = Command.CHANGE_POWER),
  @JsonSubTypes.Type(value = Command.CallApi.class, name = Command.CALL_API)
})
public sealed interface Command extends Message {
  String VERIFY_NODE = "verify-node";
  String START_INSPECTION = "start-inspection";
  String PROCESS_CALLBACK = "process-callback";
  String ABORT_INSPECTION = "abort-inspection";
  String POWER_OFF_AFTER = "power-off-after";
  String CLEAN_NODE = "clean-node";
  String CHANGE_POWER = "change-power";
  String CALL_API = "call-api";

  /** Check the BMC of a node in state verifying. */
  record VerifyNode(NodeId node) implements Command {}

  /** Prepare the machine and power it on for an inspection in stage starting. */
  record StartInspection(NodeId node, UUID inspection) implements Command {}

  /** Process the payload of an inspection in stage processing or reapplying. */
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

  /** The name of the command in messages and logs. */
  default String name() {
    return switch (this) {
      case VerifyNode _ -> VERIFY_NODE;
      case StartInspection _ -> START_INSPECTION;
      case ProcessCallback _ -> PROCESS_CALLBACK;
      case AbortInspection _ -> ABORT_INSPECTION;
      case PowerOffAfter _ -> POWER_OFF_AFTER;
      case CleanNode _ -> CLEAN_NODE;
      case ChangePower _ -> CHANGE_POWER;
      case CallApi _ -> CALL_API;
    };
  }
}
