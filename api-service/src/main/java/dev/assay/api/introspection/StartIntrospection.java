package dev.assay.api.introspection;

import static java.util.stream.Collectors.joining;

import dev.assay.api.conductor.ServingConductors;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.node.validation.NodeValidation;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.InterfaceType;
import dev.assay.inspection.ClassicConfig;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Stage;
import dev.assay.lease.NodeLease;
import dev.assay.message.Command;
import dev.assay.message.Outbox;
import dev.assay.node.Node;
import dev.assay.node.ProvisionState;
import dev.assay.registration.ConductorConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.EnumSet;
import java.util.Set;

/**
 * Starts an introspection: one transaction checks the request, stores the inspection and queues the
 * command for a conductor. The provision state of the node stays. Source: spec inspector-compat.md
 * 3.
 */
@ApplicationScoped
class StartIntrospection {
  private static final Set<ProvisionState> STATES =
      EnumSet.of(
          ProvisionState.ENROLL,
          ProvisionState.MANAGEABLE,
          ProvisionState.INSPECTING,
          ProvisionState.INSPECT_WAIT,
          ProvisionState.INSPECT_FAILED);

  private static final Set<Stage> BEFORE_DATA = EnumSet.of(Stage.STARTING, Stage.WAITING);

  private final IntrospectedNode known;
  private final Inspections inspections;
  private final NodeLease lease;
  private final ServingConductors conductors;
  private final NodeValidation validation;
  private final Outbox outbox;
  private final ConductorConfig config;
  private final ClassicConfig classic;
  private final ApiRequest request;
  private final Clock clock;

  StartIntrospection(
      IntrospectedNode known,
      Inspections inspections,
      NodeLease lease,
      ServingConductors conductors,
      NodeValidation validation,
      Outbox outbox,
      ConductorConfig config,
      ClassicConfig classic,
      ApiRequest request,
      Clock clock) {
    this.known = known;
    this.inspections = inspections;
    this.lease = lease;
    this.conductors = conductors;
    this.validation = validation;
    this.outbox = outbox;
    this.config = config;
    this.classic = classic;
    this.request = request;
    this.clock = clock;
  }

  /**
   * Starts an introspection in the caller's transaction, or restarts one that waits for its data;
   * {@code manageBoot} is false when the operator boots the machine.
   */
  void start(String ident, boolean manageBoot) {
    var node = known.requireForUpdate(ident);
    requireState(node);
    lease.requireFree(node);
    conductors.requireNoPowerChange(node);
    if (manageBoot) {
      requireManagedBoot(classic.canManageBoot());
      requirePower(node);
    }
    var now = clock.instant();
    var active = inspections.active(node);
    active.ifPresent(run -> requireRestartable(node, run));
    node.agentToken(null);
    node.powerOffIsOver();
    var run =
        active.orElseGet(
            () ->
                Inspection.classic(
                    node, manageBoot, request.requestId(), now, config.queueTimeout()));
    if (active.isPresent()) {
      inspections.forgetAddresses(node);
      run.restart(manageBoot, now, config.queueTimeout());
    } else {
      inspections.begin(run);
    }
    outbox.send(new Command.StartInspection(node.uuid(), run.uuid()));
  }

  /** INVALID_PARAMETER unless this installation may power machines on. */
  static void requireManagedBoot(boolean can) {
    if (!can) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "Managed boot is requested, but this installation cannot manage boot"
              + " (assay.inspector-compat.can-manage-boot is false): start the introspection with"
              + " manage_boot=false, and boot the machine yourself.");
    }
  }

  private static void requireState(Node node) {
    if (!STATES.contains(node.provisionState())) {
      throw new AssayException(
          ErrorCode.INVALID_STATE,
          "Invalid provision state for introspection: \"%s\" of node %s; it must be one of: %s."
              .formatted(
                  node.provisionState().wire(),
                  node.uuid(),
                  STATES.stream().map(ProvisionState::wire).collect(joining(", "))));
    }
  }

  private void requirePower(Node node) {
    validation
        .unusable(node, conductors.require(node), InterfaceType.POWER)
        .ifPresent(
            unusable -> {
              throw new AssayException(
                  ErrorCode.INVALID_PARAMETER,
                  "Failed validation of power interface for node %s, reason: %s"
                      .formatted(node.uuid(), unusable.sentence()),
                  unusable);
            });
  }

  private static void requireRestartable(Node node, Inspection run) {
    if (run.movesNode()) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "Node %s is being inspected by the Bare Metal API (inspection %s, stage %s): wait until that ends, or abort it."
              .formatted(node.uuid(), run.uuid(), run.stage().wire()));
    }
    if (!BEFORE_DATA.contains(run.stage()) || !run.bootsRamdisk()) {
      throw new AssayException(
          ErrorCode.INVALID_STATE,
          "The introspection of node %s is in state %s, in which it cannot be started: wait until it ends."
              .formatted(node.uuid(), run.stage().wire()));
    }
  }
}
