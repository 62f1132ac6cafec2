package dev.assay.api.node.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.conductor.ServingConductors;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.node.NodeFinder;
import dev.assay.api.node.validation.NodeValidation;
import dev.assay.attribute.AttributeType;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.InterfaceType;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.lease.NodeLease;
import dev.assay.message.Announcement;
import dev.assay.message.Command;
import dev.assay.message.Outbox;
import dev.assay.node.HistoryEntry;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionState;
import dev.assay.port.Port;
import dev.assay.port.Ports;
import dev.assay.registration.ConductorConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * Accepts requests to change the provision state (verbs): one transaction checks the request,
 * changes the state of the node and queues a command for a conductor. Source: spec api.md 10.2,
 * which orders the checks, and state-machine.md 2.
 */
@ApplicationScoped
public class ProvisionRequest {
  private static final int ABORT_IN_INSPECT_WAIT = 41;
  private static final String ABORTED = "Inspection was aborted by request.";

  /** The members besides target, each with the targets that accept it. */
  public static final Map<String, Set<String>> ARGUMENTS =
      Map.of(
          "configdrive", Set.of("active", "deploy", "rebuild"),
          "deploy_steps", Set.of("active", "deploy", "rebuild"),
          "clean_steps", Set.of("clean"),
          "service_steps", Set.of("service"),
          "rescue_password", Set.of("rescue"),
          "disable_ramdisk", Set.of("clean", "service"),
          "runbook", Set.of("clean", "service"));

  private final Nodes nodes;
  private final Ports ports;
  private final Inspections inspections;
  private final NodeFinder known;
  private final NodeLease lease;
  private final ServingConductors conductors;
  private final Outbox outbox;
  private final ConductorConfig config;
  private final NodeValidation validation;
  private final ApiRequest request;
  private final Clock clock;

  ProvisionRequest(
      Nodes nodes,
      Ports ports,
      Inspections inspections,
      NodeFinder known,
      NodeLease lease,
      ServingConductors conductors,
      Outbox outbox,
      ConductorConfig config,
      NodeValidation validation,
      ApiRequest request,
      Clock clock) {
    this.nodes = nodes;
    this.ports = ports;
    this.inspections = inspections;
    this.known = known;
    this.lease = lease;
    this.conductors = conductors;
    this.outbox = outbox;
    this.config = config;
    this.validation = validation;
    this.request = request;
    this.clock = clock;
  }

  /** Moves the node to its new state and queues the work. */
  @Transactional
  public void accept(String ident, ObjectNode body) {
    var target = target(body);
    var node = known.requireForUpdate(ident);
    var verb = ProvisionVerb.named(target).orElseThrow(() -> refused(node, target));
    request.version().require(verb.since(), "target " + target);
    if (!verb.legalIn(node.provisionState())) {
      lease.requireFree(node);
      throw refused(node, target);
    }
    requireArgumentsOf(target, body);
    if (verb.event() == null) {
      throw NodeValidation.unsupported(node, target);
    }
    if (verb.event() == ProvisionEvent.ABORT) {
      request.version().require(ABORT_IN_INSPECT_WAIT, "abort in inspect wait");
    }
    lease.requireFree(node);
    perform(verb.event(), node, clock.instant());
  }

  private static String target(ObjectNode body) {
    body.fieldNames()
        .forEachRemaining(
            member -> {
              if (!member.equals("target") && !ARGUMENTS.containsKey(member)) {
                throw AttributeType.refused(member, "is not a member of this request");
              }
            });
    return AttributeType.requiredText(255).accept("target", body.path("target")).textValue();
  }

  private static void requireArgumentsOf(String target, ObjectNode body) {
    ARGUMENTS.forEach(
        (argument, targets) -> {
          if (body.hasNonNull(argument) && !targets.contains(target)) {
            throw AttributeType.refused(argument, "cannot be used with the target " + target);
          }
        });
  }

  private void perform(ProvisionEvent event, Node node, Instant now) {
    switch (event) {
      case MANAGE -> manage(node, now);
      case PROVIDE -> provide(node, now);
      case INSPECT -> inspect(node, now);
      case ABORT -> abort(node, now);
      case WAIT, RESUME, DONE, FAIL ->
          throw new IllegalArgumentException(event + " is not for clients");
    }
  }

  private void manage(Node node, Instant now) {
    if (node.provisionState() == ProvisionState.ENROLL) {
      conductors.serving(node);
      requireInService(node, ProvisionEvent.MANAGE);
      outbox.send(new Command.VerifyNode(node.uuid()));
      node.work().ordered(config.queueTimeout());
    }
    node.move(ProvisionEvent.MANAGE, now);
  }

  private void provide(Node node, Instant now) {
    if (node.attributes().retired()) {
      throw new AssayException(
          ErrorCode.INVALID_STATE,
          "The provide operation can't be performed on node %s because it is retired."
              .formatted(node.uuid()));
    }
    requireNoIntrospection(node);
    conductors.serving(node);
    requireInService(node, ProvisionEvent.PROVIDE);
    node.move(ProvisionEvent.PROVIDE, now);
    node.work().ordered(config.queueTimeout());
    outbox.send(new Command.CleanNode(node.uuid()));
  }

  /** The end of an introspection of the classic API powers the machine off. */
  private void requireNoIntrospection(Node node) {
    inspections
        .active(node)
        .filter(run -> run.bootsRamdisk() && !run.movesNode())
        .ifPresent(
            run -> {
              throw new AssayException(
                  ErrorCode.CONFLICT,
                  "Node %s is being introspected (inspection %s, stage %s): wait until that ends, or abort it."
                      .formatted(node.uuid(), run.uuid(), run.stage().wire()));
            });
  }

  private void inspect(Node node, Instant now) {
    requireInService(node, ProvisionEvent.INSPECT);
    conductors.requireNoPowerChange(node);
    requireInspectable(node);
    inspections
        .active(node)
        .ifPresent(
            _ -> {
              throw conductors.busy(node);
            });
    var inspectInterface = node.attributes().chosen(InterfaceType.INSPECT);
    node.move(ProvisionEvent.INSPECT, now);
    node.agentToken(null);
    var inspection =
        new Inspection(
            node,
            inspectInterface.equals("agent")
                ? Inspection.Cause.REQUESTED
                : Inspection.Cause.OUT_OF_BAND,
            inspectInterface,
            request.requestId(),
            now,
            config.queueTimeout());
    inspections.begin(inspection);
    outbox.send(new Command.StartInspection(node.uuid(), inspection.uuid()));
  }

  private void requireInspectable(Node node) {
    validation
        .unusable(node, conductors.serving(node), InterfaceType.INSPECT)
        .ifPresent(
            unusable -> {
              throw unusable;
            });
  }

  /** Aborts the inspection of {@code node}, in inspect wait, in the caller's transaction. */
  public void abort(Node node) {
    abort(node, clock.instant());
  }

  private void abort(Node node, Instant now) {
    var conductor = conductors.of(node).orElse(null);
    var entry =
        new HistoryEntry(node, HistoryEntry.Kind.INTROSPECTION, true, ABORTED, conductor, now);
    node.move(ProvisionEvent.ABORT, now);
    node.fail(ABORTED, now);
    node.agentToken(null);
    nodes.record(entry.requestedBy(request.user().orElse(null)));
    inspections
        .active(node)
        .ifPresent(
            inspection -> {
              // A conductor ends this stage; the deadline applies if none does.
              inspection.abort(now, config.queueTimeout());
              node.powerOffAfter(inspection.uuid());
              inspections.forgetAddresses(node);
              outbox.send(new Command.AbortInspection(node.uuid(), inspection.uuid()));
            });
    outbox.announce(new Announcement.Deny(ports.of(node).stream().map(Port::address).toList()));
  }

  private void requireInService(Node node, ProvisionEvent event) {
    if (node.attributes().maintenance() && !config.allowProvisioningInMaintenance()) {
      throw new AssayException(
          ErrorCode.INVALID_STATE,
          "The %s operation can't be performed on node %s because it's in maintenance mode."
              .formatted(event.wire(), node.uuid()));
    }
  }

  /** The error for an action that is impossible in this state, or unknown. Also used for power. */
  static AssayException refused(Node node, String action) {
    return new AssayException(
        ErrorCode.INVALID_STATE,
        "The requested action \"%s\" can not be performed on node \"%s\" while it is in state \"%s\"."
            .formatted(action, node.uuid(), node.provisionState().wire()));
  }
}
