package dev.assay.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.BootMode;
import dev.assay.id.NodeId;
import java.net.URI;

/**
 * A request to a conductor, made while a client waits for the {@link ConductorReply}. It is not
 * stored: when no conductor replies in time, it is dropped. It may be delivered twice, because the
 * request of a conductor that dies before its reply goes to another one. Source: spec conductor.md
 * 1.1.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "question")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ConductorRequest.GetBootDevice.class, name = "get-boot-device"),
  @JsonSubTypes.Type(value = ConductorRequest.SetBootDevice.class, name = "set-boot-device"),
  @JsonSubTypes.Type(value = ConductorRequest.ExamineBmc.class, name = "examine-bmc"),
  @JsonSubTypes.Type(value = ConductorRequest.GetFirmware.class, name = "get-firmware"),
  @JsonSubTypes.Type(value = ConductorRequest.SetBootMode.class, name = "set-boot-mode"),
  @JsonSubTypes.Type(value = ConductorRequest.SetSecureBoot.class, name = "set-secure-boot"),
  @JsonSubTypes.Type(value = ConductorRequest.InsertCd.class, name = "insert-cd"),
  @JsonSubTypes.Type(value = ConductorRequest.EjectCd.class, name = "eject-cd")
})
public sealed interface ConductorRequest extends Message {
  /** Read the machine's boot device. The reply is {@link ConductorReply.BootsFrom}. */
  record GetBootDevice(NodeId node) implements ConductorRequest {}

  /** Make the machine boot from {@code device}. The reply is {@link ConductorReply.Done}. */
  record SetBootDevice(NodeId node, BootDevice device, boolean persistent)
      implements ConductorRequest {}

  /** Check whether the BMC can do what an inspection needs. The reply is Examined. */
  record ExamineBmc(NodeId node) implements ConductorRequest {}

  /** Read the versions of firmware. The reply is {@link ConductorReply.FirmwareVersions}. */
  record GetFirmware(NodeId node) implements ConductorRequest {}

  /** Make the machine's firmware boot by {@code mode}. The reply is {@link ConductorReply.Done}. */
  record SetBootMode(NodeId node, BootMode mode) implements ConductorRequest {}

  /** Switch secure boot of the machine. The reply is {@link ConductorReply.Done}. */
  record SetSecureBoot(NodeId node, boolean on) implements ConductorRequest {}

  /**
   * Insert {@code image} into the machine's virtual CD drive. The reply is {@link
   * ConductorReply.Done}.
   */
  record InsertCd(NodeId node, URI image) implements ConductorRequest {}

  /** Empty the machine's virtual CD drive. The reply is {@link ConductorReply.Done}. */
  record EjectCd(NodeId node) implements ConductorRequest {}

  /** The node that the request is about. */
  NodeId node();
}
