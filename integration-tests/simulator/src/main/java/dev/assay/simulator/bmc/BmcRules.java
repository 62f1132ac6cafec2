package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.hardware.BmcKind;
import dev.assay.simulator.machine.BootOverride.Target;
import dev.assay.simulator.machine.ResetType;
import java.util.List;
import java.util.Objects;

/** What some kinds of BMC demand beyond DSP0266, or do not have. */
final class BmcRules {
  private static final String ENABLED = "BootSourceOverrideEnabled";
  private static final String MODE = "BootSourceOverrideMode";
  private static final String TARGET = "BootSourceOverrideTarget";
  private static final String PROTOCOL = "TransferProtocolType";
  private static final List<String> OVERRIDE = List.of(TARGET, ENABLED, MODE);
  private static final String FORCE_RESTART = ResetType.FORCE_RESTART.redfish();

  private final BmcKind kind;

  BmcRules(BmcKind kind) {
    this.kind = kind;
  }

  /**
   * Checks a request to change a resource.
   *
   * @throws RedfishRefusal 428 without If-Match
   */
  void checkEtag(RedfishRequest request) {
    if (kind == BmcKind.ILO && request.ifMatch() == null) {
      throw RedfishRefusal.preconditionRequired();
    }
  }

  /**
   * Checks a request to override the boot device.
   *
   * @throws RedfishRefusal 400 if it is incomplete, or if this kind has no such device
   */
  void checkOverride(JsonNode boot) {
    var target = boot.path(TARGET).asText();
    if (target.equals(missingCd())) {
      throw RedfishRefusal.valueNotInList(target, TARGET);
    }
    if (kind != BmcKind.SUPERMICRO || OVERRIDE.stream().noneMatch(boot::has)) {
      return;
    }
    for (var required : List.of(ENABLED, MODE)) {
      if (!boot.has(required)) {
        throw RedfishRefusal.propertyMissing("Boot/" + required);
      }
    }
  }

  /** The virtual CD is either a CD or one on USB. */
  private String missingCd() {
    return (kind == BmcKind.SUPERMICRO ? Target.CD : Target.USB_CD).redfish();
  }

  /**
   * Checks a request to insert an image.
   *
   * @throws RedfishRefusal 400 if it has too few or too many members
   */
  void checkInsertion(JsonNode body) {
    if (kind == BmcKind.OPENBMC && !body.has(PROTOCOL)) {
      throw RedfishRefusal.actionParameterMissing("VirtualMedia.InsertMedia", PROTOCOL);
    }
    if (kind == BmcKind.SUPERMICRO && body.has("Inserted")) {
      throw RedfishRefusal.propertyUnknown("Inserted");
    }
  }

  /** Whether an insertion goes on after its answer. */
  boolean insertsByTask() {
    return kind == BmcKind.IDRAC;
  }

  /** Whether there is a drive into which no URL can be inserted. */
  boolean hasUploadDrive() {
    return kind == BmcKind.LENOVO;
  }

  /**
   * Checks a request to change the power.
   *
   * @throws RedfishRefusal 400 if this kind cannot do it
   */
  void checkReset(RedfishRequest request) {
    var type = request.json().path("ResetType").asText();
    if (kind == BmcKind.LENOVO && type.equals(FORCE_RESTART)) {
      throw RedfishRefusal.actionParameterNotInList(type, "ResetType", "ComputerSystem.Reset");
    }
  }

  /** Removes from the system what this kind cannot do. */
  BmcResponse shown(BmcResponse system) {
    var json = Objects.requireNonNull(system.body());
    remove(json, "/Boot/BootSourceOverrideTarget@Redfish.AllowableValues", missingCd());
    if (kind == BmcKind.LENOVO) {
      var types = "/Actions/#ComputerSystem.Reset/ResetType@Redfish.AllowableValues";
      remove(json, types, FORCE_RESTART);
    }
    return system;
  }

  private static void remove(ObjectNode json, String array, String value) {
    ((ArrayNode) json.at(array)).removeIf(element -> element.asText().equals(value));
  }
}
