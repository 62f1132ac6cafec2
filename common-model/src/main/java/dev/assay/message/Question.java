package dev.assay.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.hardware.BootDevice;
import dev.assay.node.NodeId;

/**
 * What a conductor is asked while a client waits for the {@link Answer}. Nothing of it is stored:
 * when nobody answers in time, it is forgotten. It may come twice, because a conductor that dies
 * before it has answered leaves it to another. Source: spec conductor.md 1.1.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "question")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Question.GetBootDevice.class, name = "get-boot-device"),
  @JsonSubTypes.Type(value = Question.SetBootDevice.class, name = "set-boot-device")
})
public sealed interface Question {
  /** Where does it boot from? Answered with {@link Answer.BootsFrom}. */
  record GetBootDevice(NodeId node) implements Question {}

  /** Make it boot from {@code device}. Answered with {@link Answer.Done}. */
  record SetBootDevice(NodeId node, BootDevice device, boolean persistent) implements Question {}

  /** The node that is meant. */
  NodeId node();
}
