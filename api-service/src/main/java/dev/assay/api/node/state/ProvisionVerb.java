package dev.assay.api.node.state;

import static dev.assay.node.ProvisionState.ACTIVE;
import static dev.assay.node.ProvisionState.ADOPT_FAILED;
import static dev.assay.node.ProvisionState.AVAILABLE;
import static dev.assay.node.ProvisionState.CLEAN_HOLD;
import static dev.assay.node.ProvisionState.DEPLOY_FAILED;
import static dev.assay.node.ProvisionState.DEPLOY_HOLD;
import static dev.assay.node.ProvisionState.ERROR;
import static dev.assay.node.ProvisionState.MANAGEABLE;
import static dev.assay.node.ProvisionState.RESCUE;
import static dev.assay.node.ProvisionState.RESCUE_FAILED;
import static dev.assay.node.ProvisionState.RESCUE_WAIT;
import static dev.assay.node.ProvisionState.SERVICE_FAILED;
import static dev.assay.node.ProvisionState.SERVICE_HOLD;
import static dev.assay.node.ProvisionState.UNRESCUE_FAILED;
import static dev.assay.node.ProvisionState.WAIT_CALL_BACK;

import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionLifecycle;
import dev.assay.node.ProvisionState;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A target of states/provision.
 *
 * @param name on the wire
 * @param since the minor API version that introduced it
 * @param event the event that it causes; null when this service does not support it
 * @param elsewhere for an unsupported verb, the states in which Ironic allows it
 */
public record ProvisionVerb(
    String name, int since, @Nullable ProvisionEvent event, Set<ProvisionState> elsewhere) {
  private static final Set<ProvisionState> DEPLOYABLE = Set.of(AVAILABLE, DEPLOY_FAILED);
  private static final Set<ProvisionState> REBUILDABLE = Set.of(ACTIVE, DEPLOY_FAILED, ERROR);
  private static final Set<ProvisionState> DELETABLE =
      Set.of(
          ACTIVE,
          DEPLOY_FAILED,
          DEPLOY_HOLD,
          WAIT_CALL_BACK,
          ERROR,
          RESCUE,
          RESCUE_WAIT,
          RESCUE_FAILED,
          UNRESCUE_FAILED,
          SERVICE_FAILED);

  // spotless:off
  /** Source: spec api.md 10.2 and state-machine.md 1.4. */
  public static final List<ProvisionVerb> TABLE = List.of(
      new ProvisionVerb("manage",   4,  ProvisionEvent.MANAGE,  Set.of()),
      new ProvisionVerb("provide",  4,  ProvisionEvent.PROVIDE, Set.of()),
      new ProvisionVerb("inspect",  6,  ProvisionEvent.INSPECT, Set.of()),
      new ProvisionVerb("abort",    13, ProvisionEvent.ABORT,   Set.of()),
      new ProvisionVerb("active",   1,  null, DEPLOYABLE),
      new ProvisionVerb("deploy",   73, null, DEPLOYABLE),
      new ProvisionVerb("rebuild",  1,  null, REBUILDABLE),
      new ProvisionVerb("deleted",  1,  null, DELETABLE),
      new ProvisionVerb("undeploy", 73, null, DELETABLE),
      new ProvisionVerb("clean",    15, null, Set.of(MANAGEABLE)),
      new ProvisionVerb("adopt",    17, null, Set.of(MANAGEABLE, ADOPT_FAILED)),
      new ProvisionVerb("rescue",   38, null, Set.of(ACTIVE, RESCUE_FAILED, UNRESCUE_FAILED)),
      new ProvisionVerb("unrescue", 38, null, Set.of(RESCUE, RESCUE_FAILED, UNRESCUE_FAILED)),
      new ProvisionVerb("unhold",   85, null, Set.of(CLEAN_HOLD, DEPLOY_HOLD, SERVICE_HOLD)),
      new ProvisionVerb("service",  87, null, Set.of(ACTIVE, SERVICE_FAILED)));
  // spotless:on

  /** The verb with this name; empty when there is none. */
  static Optional<ProvisionVerb> named(String name) {
    return TABLE.stream().filter(verb -> verb.name().equals(name)).findFirst();
  }

  /**
   * True when the complete state machine, including Ironic's part, allows this verb in {@code
   * state}.
   */
  boolean legalIn(ProvisionState state) {
    return event == null
        ? elsewhere.contains(state)
        : ProvisionLifecycle.next(state, event).isPresent();
  }
}
