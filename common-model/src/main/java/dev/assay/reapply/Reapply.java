package dev.assay.reapply;

import static java.util.stream.Collectors.joining;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Payloads;
import dev.assay.inspection.SplitPayload;
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
import org.jspecify.annotations.Nullable;

/**
 * Orders a new inspection of a node on data that are stored. A conductor processes it as the data
 * of a callback; neither the machine nor the provision state of the node is touched. Joins the
 * caller's transaction. Source: docs/decisions/0052.
 */
@ApplicationScoped
public class Reapply {
  /** The states in which results may be written: nobody uses or changes the machine. */
  public static final Set<ProvisionState> STATES =
      EnumSet.of(
          ProvisionState.ENROLL,
          ProvisionState.MANAGEABLE,
          ProvisionState.AVAILABLE,
          ProvisionState.INSPECT_FAILED);

  private final Inspections inspections;
  private final Payloads payloads;
  private final NodeLease lease;
  private final Outbox outbox;
  private final ConductorConfig config;
  private final Clock clock;

  Reapply(
      Inspections inspections,
      Payloads payloads,
      NodeLease lease,
      Outbox outbox,
      ConductorConfig config,
      Clock clock) {
    this.inspections = inspections;
    this.payloads = payloads;
    this.lease = lease;
    this.outbox = outbox;
    this.config = config;
    this.clock = clock;
  }

  /**
   * Orders the processing of the newest stored data of {@code node}, which was loaded for update.
   * NODE_LOCKED while a conductor works on the node; CONFLICT while an inspection is under way;
   * INVALID_STATE in other states than {@link #STATES}; NOT_FOUND without stored data.
   */
  public Inspection order(Node node, @Nullable String requestId) {
    requirePossible(node); // first: what is under way matters more than what is stored
    var newest =
        payloads.newest(node).flatMap(inspections::find).orElseThrow(() -> nothingStored(node));
    return order(node, newest, requestId);
  }

  /** As above, with the data of {@code earlier}, an inspection of the same node. */
  public Inspection order(Node node, Inspection earlier, @Nullable String requestId) {
    requirePossible(node);
    if (!payloads.has(earlier)) {
      throw new AssayException(
          ErrorCode.NOT_FOUND,
          "Inspection %s of node %s has no stored data: none were received, or they were deleted (assay.retention.payloads)."
              .formatted(earlier.uuid(), node.uuid()));
    }
    var run =
        Inspection.reapplied(node, earlier, requestId, clock.instant(), config.queueTimeout());
    inspections.begin(run);
    payloads.copy(earlier, run);
    outbox.send(new Command.ProcessCallback(node.uuid(), run.uuid()), requestId);
    return run;
  }

  /** As above, with {@code payload}, which is stored first. */
  public Inspection order(Node node, SplitPayload payload, @Nullable String requestId) {
    requirePossible(node);
    var now = clock.instant();
    var run = Inspection.reappliedFromRequest(node, requestId, now, config.queueTimeout());
    inspections.begin(run);
    payloads.keep(run, payload, now);
    outbox.send(new Command.ProcessCallback(node.uuid(), run.uuid()), requestId);
    return run;
  }

  private void requirePossible(Node node) {
    lease.requireFree(node);
    inspections
        .active(node)
        .ifPresent(
            run -> {
              throw new AssayException(
                  ErrorCode.CONFLICT,
                  "Node %s is being inspected (inspection %s, stage %s): wait until it ends, or abort it."
                      .formatted(node.uuid(), run.uuid(), run.stage().wire()));
            });
    if (!STATES.contains(node.provisionState())) {
      throw new AssayException(
          ErrorCode.INVALID_STATE,
          "The stored data of node %s can not be processed again while it is in state \"%s\", only in: %s."
              .formatted(
                  node.uuid(),
                  node.provisionState().wire(),
                  STATES.stream().map(ProvisionState::wire).collect(joining(", "))));
    }
  }

  private static AssayException nothingStored(Node node) {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "Node %s has no stored data of an inspection: inspect it first. The data of inspections without a ramdisk are not stored."
            .formatted(node.uuid()));
  }
}
