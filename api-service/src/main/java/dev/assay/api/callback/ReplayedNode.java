package dev.assay.api.callback;

import dev.assay.api.node.NodeFinder;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Stage;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.node.ProvisionEvent;
import dev.assay.registration.ConductorConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;

/**
 * The node that an operator names for data: one that waits for data, or one whose inspection can
 * begin with them. Source: spec api.md 9.14.
 */
@ApplicationScoped
class ReplayedNode {
  private final NodeFinder known;
  private final NodeLease lease;
  private final Inspections inspections;
  private final Recipients recipients;
  private final ConductorConfig config;
  private final Clock clock;

  ReplayedNode(
      NodeFinder known,
      NodeLease lease,
      Inspections inspections,
      Recipients recipients,
      ConductorConfig config,
      Clock clock) {
    this.known = known;
    this.lease = lease;
    this.inspections = inspections;
    this.recipients = recipients;
    this.config = config;
    this.clock = clock;
  }

  /**
   * The node with its inspection, which is new unless the node waits; NOT_FOUND for an unknown one,
   * NODE_LOCKED while a conductor works on it, CONFLICT in other states.
   */
  Recipient require(String ident) {
    var node = known.requireForUpdate(ident);
    lease.requireFree(node);
    if (inspections.active(node).filter(run -> run.stage() == Stage.WAITING).isPresent()) {
      return recipients.waiting(node, List.of()); // the classic API inspects in every state
    }
    return switch (node.provisionState()) {
      case INSPECT_WAIT -> recipients.waiting(node, List.of());
      case MANAGEABLE, INSPECT_FAILED -> inspected(node);
      case ENROLL -> {
        requireNoInspection(node);
        yield recipients.discovered(node);
      }
      default -> throw wrongState(node);
    };
  }

  private Recipient inspected(Node node) {
    requireNoInspection(node);
    if (node.attributes().maintenance() && !config.allowProvisioningInMaintenance()) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "Data cannot be replayed onto node %s because it's in maintenance mode."
              .formatted(node.uuid()));
    }
    node.move(ProvisionEvent.INSPECT, clock.instant());
    return recipients.inspected(node);
  }

  private void requireNoInspection(Node node) {
    inspections
        .active(node)
        .ifPresent(
            run -> {
              throw new AssayException(
                  ErrorCode.CONFLICT,
                  "Data cannot be replayed onto node %s: inspection %s is in stage %s. Wait for its end."
                      .formatted(node.uuid(), run.uuid(), run.stage().wire()));
            });
  }

  private static AssayException wrongState(Node node) {
    return new AssayException(
        ErrorCode.CONFLICT,
        "Data cannot be replayed onto node %s in state \"%s\": it must be in inspect wait, manageable, inspect failed or enroll."
            .formatted(node.uuid(), node.provisionState().wire()));
  }
}
