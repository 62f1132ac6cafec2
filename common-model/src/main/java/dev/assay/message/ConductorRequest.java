package dev.assay.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.hardware.BootDevice;
import dev.assay.node.NodeId;

/**
 * What a conductor is asked while a client waits for the {@link ConductorReply}. Nothing of it is stored:
 * when nobody answers in time, it is forgotten. It may come twice, because a conductor that dies
 * before it has answered leaves it to another. Source: spec conductor.md 1.1.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "question")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ConductorRequest.GetBootDevice.class, name = "get-boot-device"),
  @JsonSubTypes.Type(value = ConductorRequest.SetBootDevice.class, name = "set-boot-device")
})
public sealed interface ConductorRequest {
  /** Where does it boot from? Answered with {@link ConductorReply.BootsFrom}. */
  record GetBootDevice(NodeId node) implements ConductorRequest {}

  /** Make it boot from {@code device}. Answered with {@link ConductorReply.Done}. */
  record SetBootDevice(NodeId node, BootDevice device, boolean persistent) implements ConductorRequest {}

  /** The node that is meant. */
  NodeId node();
}
