package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.assay.simulator.hardware.BmcKind;
import dev.assay.simulator.machine.ResetType;
import java.util.List;

/** What some kinds of BMC demand beyond DSP0266, or do not have. */
final class BmcRules {
  private static final String ENABLED = "BootSourceOverrideEnabled";
  private static final String MODE = "BootSourceOverrideMode";
  private static final List<String> OVERRIDE = List.of("BootSourceOverrideTarget", ENABLED, MODE);
  private static final String FORCE_RESTART = ResetType.FORCE_RESTART.redfish();

  private final BmcKind kind;

  BmcRules(BmcKind kind) {
    this.kind = kind;
  }

  /**
   * Checks a request to change the system.
   *
   * @throws RedfishRefusal 428 without If-Match, 400 if the boot override is incomplete
   */
  void checkPatch(RedfishRequest request) {
    if (kind == BmcKind.ILO && request.ifMatch() == null) {
      throw RedfishRefusal.preconditionRequired();
    }
    if (kind == BmcKind.SUPERMICRO) {
      checkOverride(request.json().path("Boot"));
    }
  }

  private static void checkOverride(JsonNode boot) {
    if (OVERRIDE.stream().noneMatch(boot::has)) {
      return;
    }
    for (var required : List.of(ENABLED, MODE)) {
      if (!boot.has(required)) {
        throw RedfishRefusal.propertyMissing("Boot/" + required);
      }
    }
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
    if (kind == BmcKind.LENOVO && system.body() != null) {
      var types =
          system.body().at("/Actions/#ComputerSystem.Reset/ResetType@Redfish.AllowableValues");
      ((ArrayNode) types).removeIf(type -> type.asText().equals(FORCE_RESTART));
    }
    return system;
  }
}
