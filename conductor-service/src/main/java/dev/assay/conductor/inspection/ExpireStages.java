package dev.assay.conductor.inspection;

import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.conductor.periodic.SingletonTasks;
import dev.assay.connection.DatabaseOutage;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Stage;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.registration.ConductorConfig;
import dev.assay.time.RepeatedMessages;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Ends inspections whose stage has passed its deadline. One conductor at a time does it. Stage
 * waiting ends only while nobody holds the node's lease; in every other stage the lease is revoked.
 * Source: spec conductor.md 6.5 and 11, state-machine.md PI8.
 */
@ApplicationScoped
public class ExpireStages {
  private static final Logger LOG = Logger.getLogger(ExpireStages.class);
  private static final String TASK = "expire-inspections";
  private static final int BATCH = 100;
  private static final String WAITED_TOO_LONG =
      "Timeout reached while inspecting the node. Please check if the ramdisk responsible for the"
          + " inspection is running on the node.";

  /** Advice for operators when no conductor started the work. */
  private static final String CHECK_CONDUCTORS =
      "Check that a conductor of the node's group with the node's driver is running, and that it"
          + " is not too busy.";

  private final Inspections inspections;
  private final InspectionEnd end;
  private final AbortInspection abort;
  private final SingletonTasks tasks;
  private final Nodes nodes;
  private final NodeLease nodeLease;
  private final ConductorRegistration registration;
  private final DatabaseOutage outage;
  private final FileLogs fileLogs;
  private final ConductorConfig config;
  private final RepeatedMessages repeated = new RepeatedMessages();

  ExpireStages(
      Inspections inspections,
      InspectionEnd end,
      AbortInspection abort,
      SingletonTasks tasks,
      Nodes nodes,
      NodeLease nodeLease,
      ConductorRegistration registration,
      DatabaseOutage outage,
      FileLogs fileLogs,
      ConductorConfig config) {
    this.inspections = inspections;
    this.end = end;
    this.abort = abort;
    this.tasks = tasks;
    this.nodes = nodes;
    this.nodeLease = nodeLease;
    this.registration = registration;
    this.outage = outage;
    this.fileLogs = fileLogs;
    this.config = config;
  }

  @Scheduled(
      every = "${assay.conductor.check-provision-state-interval:5s}",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() {
    tasks.run(TASK, this::endOverdue);
  }

  private void endOverdue() {
    var left = 0;
    List<Inspections.Late> overdue;
    do {
      var skipped = left;
      overdue = QuarkusTransaction.requiringNew().call(() -> inspections.overdue(BATCH, skipped));
      left += (int) overdue.stream().filter(late -> !end(late)).count();
    } while (overdue.size() == BATCH);
  }

  /** What was done about a stage past its deadline. */
  private enum Outcome {
    ENDED,
    /** Another process has ended it. */
    GONE,
    STAYS
  }

  /** Returns false when the stage stays. A failure is logged, so that other stages still end. */
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
      if (!outage.explains(e) && repeated.isDue(what)) {
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
      return Outcome.STAYS; // somebody works on the node: try again next time
    }
    holder.ifPresent(_ -> nodeLease.revoke(node));
    LOG.warnf(
        "Inspection %s of node %s: time is up in stage %s.",
        run.uuid(), node.uuid(), run.stage().wire());
    switch (run.stage()) {
      case WAITING ->
          end.timedOut(
              node, run, ErrorCode.INSPECTION_TIMEOUT, WAITED_TOO_LONG, registration.name());
      case STARTING, PROCESSING, REAPPLYING, ENROLLING ->
          end.timedOut(node, run, ErrorCode.INSPECTION_TIMEOUT, reason(run), registration.name());
      case ABORTING -> abort.timedOut(node, run);
      case FINISHED, ERROR -> throw new IllegalStateException("a run that is over has no deadline");
    }
    return Outcome.ENDED;
  }

  private String reason(Inspection run) {
    return run.begun() || !run.stage().needsCommand()
        ? "Timeout reached while inspecting the node: stage %s lasted longer than allowed. Check that"
                .formatted(run.stage().wire())
            + " a conductor is running, and its log for this node."
        : ("Timeout reached while inspecting the node: no conductor started stage %s within %d"
                    + " minutes. ")
                .formatted(run.stage().wire(), config.queueTimeout().toMinutes())
            + CHECK_CONDUCTORS;
  }
}
