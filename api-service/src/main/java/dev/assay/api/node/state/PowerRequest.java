package dev.assay.api.node.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.conductor.ServingConductors;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.node.NodeFinder;
import dev.assay.attribute.AttributeType;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.PowerState;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Stage;
import dev.assay.lease.NodeLease;
import dev.assay.message.Command;
import dev.assay.message.Outbox;
import dev.assay.node.Node;
import dev.assay.node.ProvisionState;
import dev.assay.registration.ConductorConfig;
import dev.assay.registration.TimeLimits;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;

/**
 * Accepts requests to change the power state of a node, which a conductor executes. Source: spec
 * api.md 10.3, conductor.md 12.
 */
@ApplicationScoped
public class PowerRequest {
  private static final int SOFT = 27;
  private static final Set<String> MEMBERS = Set.of("target", "timeout");

  private final NodeFinder known;
  private final NodeLease lease;
  private final Inspections inspections;
  private final ServingConductors conductors;
  private final Outbox outbox;
  private final ConductorConfig config;
  private final ApiRequest request;
  private final Clock clock;

  PowerRequest(
      NodeFinder known,
      NodeLease lease,
      Inspections inspections,
      ServingConductors conductors,
      Outbox outbox,
      ConductorConfig config,
      ApiRequest request,
      Clock clock) {
    this.known = known;
    this.lease = lease;
    this.inspections = inspections;
    this.conductors = conductors;
    this.outbox = outbox;
    this.config = config;
    this.request = request;
    this.clock = clock;
  }

  /** Sets target_power_state and queues the command for a conductor. */
  @Transactional
  public void accept(String ident, ObjectNode body) {
    var name = target(body);
    var node = known.requireForUpdate(ident);
    if (name.startsWith("soft ") || body.has("timeout")) {
      request.version().require(SOFT, name.startsWith("soft ") ? name : "timeout");
    }
    var target =
        PowerState.ofWire(name)
            .filter(state -> state != PowerState.ERROR)
            .orElseThrow(() -> ProvisionRequest.refused(node, name));
    var seconds = seconds(body.path("timeout"), target);
    requirePossible(node, target);
    node.powerShallBe(target, Duration.ofSeconds(seconds), clock.instant());
    node.work().ordered(config.queueTimeout().plusSeconds(seconds));
    outbox.send(new Command.ChangePower(node.uuid(), target, seconds));
  }

  /** Whether a conductor is about to power the machine on for an inspection, or to process data. */
  private boolean isBeingStarted(Node node) {
    return node.provisionState() == ProvisionState.INSPECTING
        || inspections.active(node).filter(run -> run.stage() == Stage.STARTING).isPresent();
  }

  private static String target(ObjectNode body) {
    body.fieldNames()
        .forEachRemaining(
            member -> {
              if (!MEMBERS.contains(member)) {
                throw AttributeType.refused(member, "is not a member of this request");
              }
            });
    return AttributeType.requiredText(255).accept("target", body.path("target")).textValue();
  }

  private long seconds(JsonNode timeout, PowerState target) {
    if (timeout.isMissingNode() || timeout.isNull()) {
      return switch (target) {
        case SOFT_OFF, SOFT_REBOOT -> config.softPowerOffTimeout().toSeconds();
        case ON, OFF, REBOOT, ERROR -> config.powerStateChangeTimeout().toSeconds();
      };
    }
    var longest = TimeLimits.LONGEST_POWER_CHANGE.toSeconds();
    if (!timeout.isIntegralNumber()
        || !timeout.canConvertToInt()
        || timeout.intValue() < 1
        || timeout.intValue() > longest) {
      throw AttributeType.refused("timeout", "must be a number of seconds from 1 to " + longest);
    }
    return timeout.intValue();
  }

  private void requirePossible(Node node, PowerState target) {
    if (node.provisionState() == ProvisionState.CLEANING
        || node.provisionState() == ProvisionState.CLEAN_WAIT) {
      throw ProvisionRequest.refused(node, target.wire());
    }
    var attributes = node.attributes();
    if (attributes.disablePowerOff() && target.reached() == PowerState.OFF) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "Node %s has disable_power_off set: it cannot be powered off.".formatted(node.uuid()));
    }
    if (attributes.chosen(InterfaceType.POWER).equals("agent")) {
      throw new AssayException(
          ErrorCode.UNSUPPORTED,
          "Node %s has the power_interface agent: this service cannot switch it, power it on and off by hand."
              .formatted(node.uuid()));
    }
    lease.requireFree(node);
    if (isBeingStarted(node)) {
      throw conductors.busy(node);
    }
    attributes
        .unusableDriverInfo(
            conductors.require(
                attributes.driver(), attributes.conductorGroup(), ErrorCode.NOT_FOUND))
        .ifPresent(
            sentence -> {
              throw new AssayException(ErrorCode.INVALID_PARAMETER, sentence);
            });
  }
}
