package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.machine.BootOverride;
import dev.assay.simulator.machine.BootOverride.Enabled;
import dev.assay.simulator.machine.BootOverride.Mode;
import dev.assay.simulator.machine.BootOverride.Target;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.ResetType;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The ComputerSystem resource: power, boot override and components (DSP0268). */
final class ComputerSystem {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String TARGET = "BootSourceOverrideTarget";
  private static final String ENABLED = "BootSourceOverrideEnabled";
  private static final String MODE = "BootSourceOverrideMode";
  private static final String HTTP_URL = "HttpBootUri";
  private static final String RESET = "ComputerSystem.Reset";
  private static final Set<String> READ_ONLY =
      Set.of("PowerState", "Id", "Name", "UUID", "SerialNumber", "Manufacturer", "Model", "Status");

  private final Machine machine;
  private final VirtualCd media;

  ComputerSystem(Machine machine, VirtualCd media) {
    this.machine = machine;
    this.media = media;
  }

  BmcResponse show() {
    var etag = Etag.of(machine);
    return new BmcResponse(200, json(etag), Map.of("ETag", etag));
  }

  /** Changes Boot by PATCH; validates everything before changing anything. */
  BmcResponse patch(RedfishRequest request) {
    Etag.check(request, machine);
    var body = request.json();
    for (var name : (Iterable<String>) body::fieldNames) {
      if (READ_ONLY.contains(name)) {
        throw RedfishRefusal.notWritable(name);
      }
      if (!name.equals("Boot")) {
        throw RedfishRefusal.propertyUnknown(name);
      }
    }
    if (!(body.get("Boot") instanceof ObjectNode boot)) {
      throw RedfishRefusal.propertyMissing("Boot");
    }
    var url = boot.path(HTTP_URL).asText("");
    var after = changed(machine.bootOverride(), boot);
    if (boot.has(HTTP_URL)) {
      machine.httpBootFrom(url.isEmpty() ? null : URI.create(url));
    }
    machine.overrideBoot(after);
    return show();
  }

  /** Carries out the action that changes the power: 204 when the change has begun. */
  BmcResponse reset(RedfishRequest request) {
    var value = request.json().get("ResetType");
    if (value == null) {
      throw RedfishRefusal.actionParameterMissing(RESET, "ResetType");
    }
    var type =
        ResetType.ofRedfish(value.asText())
            .orElseThrow(
                () -> RedfishRefusal.actionParameterNotInList(value.asText(), "ResetType", RESET));
    return switch (machine.reset(type)) {
      case STARTED, ALREADY_THERE -> BmcResponse.noContent();
      case NOT_ON -> throw RedfishRefusal.inStandby();
      case IN_TRANSITION -> throw RedfishRefusal.inTransition();
    };
  }

  private static BootOverride changed(BootOverride before, ObjectNode boot) {
    var after = before;
    for (var property : boot.properties()) {
      var name = property.getKey();
      var value = property.getValue();
      after =
          switch (name) {
            case TARGET ->
                new BootOverride(
                    parsed(Target::ofRedfish, value, name), after.enabled(), after.mode());
            case ENABLED ->
                new BootOverride(
                    after.target(), parsed(Enabled::ofRedfish, value, name), after.mode());
            case MODE ->
                new BootOverride(
                    after.target(), after.enabled(), parsed(Mode::ofRedfish, value, name));
            case HTTP_URL -> after;
            default -> throw RedfishRefusal.propertyUnknown("Boot/" + name);
          };
    }
    return after;
  }

  private static <T> T parsed(
      Function<String, Optional<T>> parser, JsonNode value, String property) {
    return parser
        .apply(value.asText())
        .orElseThrow(() -> RedfishRefusal.valueNotInList(value.asText(), property));
  }

  private ObjectNode json(String etag) {
    var hardware = machine.hardware();
    var json =
        JSON.objectNode()
            .put("@odata.id", machine.systemPath())
            .put("@odata.type", "#ComputerSystem.v1_22_0.ComputerSystem")
            .put("@odata.etag", etag)
            .put("Id", hardware.systemId())
            .put("Name", machine.name());
    json.setAll(hardware.system());
    json.put("PowerState", machine.powerState().redfish());
    json.set("Status", status());
    json.set("Boot", boot(machine.bootOverride()).put(HTTP_URL, httpUrl()));
    Components.link(json, machine);
    media.link(json, machine.systemPath());
    link(json.putObject("SecureBoot"), SecureBoot.path(machine));
    var links = json.putObject("Links");
    link(links.putArray("Chassis").addObject(), machine.chassisPath());
    link(links.putArray("ManagedBy").addObject(), Inventory.MANAGERS + "/" + hardware.bmcId());
    json.putObject("Actions").set("#" + RESET, resetAction());
    return json;
  }

  private @Nullable String httpUrl() {
    return machine.httpBootUri().map(URI::toString).orElse(null);
  }

  private ObjectNode status() {
    return healthy(
        switch (machine.powerState()) {
          case ON -> "Enabled";
          case OFF -> "Disabled";
          case POWERING_ON, POWERING_OFF -> "Starting";
        });
  }

  private ObjectNode resetAction() {
    var action = JSON.objectNode().put("target", machine.systemPath() + "/Actions/" + RESET);
    var allowable = action.putArray("ResetType@Redfish.AllowableValues");
    Arrays.stream(ResetType.values()).map(ResetType::redfish).forEach(allowable::add);
    return action;
  }

  private static ObjectNode boot(BootOverride override) {
    var boot =
        JSON.objectNode()
            .put(TARGET, override.target().redfish())
            .put(ENABLED, override.enabled().redfish())
            .put(MODE, override.mode().redfish());
    Arrays.stream(Target.values()).map(Target::redfish).forEach(allowable(boot, TARGET)::add);
    Arrays.stream(Enabled.values()).map(Enabled::redfish).forEach(allowable(boot, ENABLED)::add);
    Arrays.stream(Mode.values()).map(Mode::redfish).forEach(allowable(boot, MODE)::add);
    return boot;
  }

  private static ArrayNode allowable(ObjectNode boot, String property) {
    return boot.putArray(property + "@Redfish.AllowableValues");
  }

  static ObjectNode healthy(String state) {
    return JSON.objectNode().put("State", state).put("Health", "OK");
  }

  static void link(ObjectNode node, String path) {
    node.put("@odata.id", path);
  }
}
