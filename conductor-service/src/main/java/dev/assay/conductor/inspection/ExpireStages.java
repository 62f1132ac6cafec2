package dev.assay.conductor.inspection;

import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Stage;
import dev.assay.inspection.StageEvent;
import dev.assay.inspection.Trace;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.node.NodeId;
import dev.assay.node.Nodes;
import dev.assay.registration.ConductorConfig;
import dev.assay.time.RepeatedMessages;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * No stage lasts for ever. Every conductor looks; the node's row lock decides who acts. Waiting
 * ends only while nobody works on the node; a stage in which a conductor works is taken from it.
 * Source: spec conductor.md 6.5 and 11, state-machine.md PI8.
 */
@ApplicationScoped
public class ExpireStages {
  private static final Logger LOG = Logger.getLogger(ExpireStages.class);
  private static final int AT_ONCE = 100;
  private static final String WAITED_TOO_LONG =
      "Timeout reached while inspecting the node. Please check if the ramdisk responsible for the"
          + " inspection is running on the node.";

  /** What to look at when nobody did what was ordered. */
  private static final String WHO_TAKES_IT =
      "Check that a conductor of the node's group with the node's driver is running, and that it"
          + " is not too busy.";

  private final Inspections inspections;
  private final InspectionEnd end;
  private final Nodes nodes;
  private final NodeLease nodeLease;
  private final ConductorRegistration registration;
  private final FileLogs fileLogs;
  private final ConductorConfig config;
  private final Clock clock;
  private final RepeatedMessages repeated = new RepeatedMessages();

  ExpireStages(
      Inspections inspections,
      InspectionEnd end,
      Nodes nodes,
      NodeLease nodeLease,
      ConductorRegistration registration,
      FileLogs fileLogs,
      ConductorConfig config,
      Clock clock) {
    this.inspections = inspections;
    this.end = end;
    this.nodes = nodes;
    this.nodeLease = nodeLease;
    this.registration = registration;
    this.fileLogs = fileLogs;
    this.config = config;
    this.clock = clock;
  }

  @Scheduled(
      every = "${assay.conductor.check-provision-state-interval:5s}",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() {
    var left = 0;
    List<Inspections.Late> overdue;
    do {
      var skipped = left;
      overdue = QuarkusTransaction.requiringNew().call(() -> inspections.overdue(AT_ONCE, skipped));
      left += (int) overdue.stream().filter(late -> !end(late)).count();
    } while (overdue.size() == AT_ONCE);
  }

  /** What became of a stage that was past its deadline. */
  private enum Outcome {
    ENDED,
    /** Somebody else has ended it. */
    GONE,
    STAYS
  }

  /** False when the stage stays; one that cannot be ended must not keep others from their end. */
  private boolean end(Inspections.Late late) {
    try {
      var outcome =
          QuarkusTransaction.requiringNew().call(() -> expire(late.node(), late.inspection()));
      if (outcome == Outcome.ENDED) {
        fileLogs.later(late.node(), late.inspection(), true);
      }
      return outcome != Outcome.STAYS;
    } catch (RuntimeException e) {
      var what =
          "Inspection %s of node %s is past its deadline and cannot be ended."
              .formatted(late.inspection(), late.node());
      if (repeated.isDue(what)) {
        LOG.error(what, e);
      }
      return false;
    }
  }

  private Outcome expire(NodeId id, UUID inspection) {
    return nodes
        .findForUpdate(id)
        .flatMap(
            node ->
                inspections
                    .active(node)
                    .filter(run -> run.uuid().equals(inspection) && isOverdue(run))
                    .map(run -> expire(node, run)))
        .orElse(Outcome.GONE);
  }

  private static boolean isOverdue(Inspection run) {
    return run.timeLeft().filter(Duration::isNegative).isPresent();
  }

  private Outcome expire(Node node, Inspection run) {
    var holder = nodeLease.holder(node.uuid());
    if (run.stage() == Stage.WAITING && holder.isPresent()) {
      return Outcome.STAYS; // somebody works on the node: next time
    }
    holder.ifPresent(_ -> nodeLease.revoke(node));
    LOG.warnf(
        "Inspection %s of node %s: time is up in stage %s.",
        run.uuid(), node.uuid(), run.stage().wire());
    switch (run.stage()) {
      case WAITING ->
          end.timedOut(node, run, ErrorCode.INSPECTION_TIMEOUT, WAITED_TOO_LONG, registration.name());
      case STARTING, PROCESSING, REAPPLYING, ENROLLING ->
          end.timedOut(node, run, ErrorCode.INSPECTION_TIMEOUT, stuck(run), registration.name());
      case ABORTING ->
          run.fail(
              StageEvent.TIMEOUT,
              ErrorCode.INSPECTION_ABORTED,
              "Canceled by operator; the machine could not be powered off in time",
              Trace.EMPTY,
              clock.instant());
      case FINISHED, ERROR -> throw new IllegalStateException("a run that is over has no deadline");
    }
    return Outcome.ENDED;
  }

  private String stuck(Inspection run) {
    return run.begun() || !run.stage().needsCommand()
        ? "Timeout reached while inspecting the node: stage %s lasted longer than allowed. Check that"
                .formatted(run.stage().wire())
            + " a conductor is running, and its log for this node."
        : "Timeout reached while inspecting the node: no conductor took up stage %s within %d minutes. "
                .formatted(run.stage().wire(), config.queueTimeout().toMinutes())
            + WHO_TAKES_IT;
  }
}
