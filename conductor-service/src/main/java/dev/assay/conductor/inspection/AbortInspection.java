package dev.assay.conductor.inspection;

import dev.assay.conductor.effect.PowerOffAfterInspection;
import dev.assay.conductor.effect.TearDown;
import dev.assay.conductor.work.NodeWork;
import dev.assay.conductor.work.WorkOutcome;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Stage;
import dev.assay.inspection.StageEvent;
import dev.assay.inspection.Trace;
import dev.assay.lease.LeasedNode;
import dev.assay.node.Node;
import dev.assay.node.ProvisionState;
import dev.assay.registration.ConductorConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Handles stage aborting: powers the machine off, unless something was done with the node since the
 * abort, and ends the inspection. The operator's request is already stored. Reentrant. Source: spec
 * conductor.md 6.5, docs/decisions/0023.
 */
@ApplicationScoped
public class AbortInspection {
  /** For the medium and the boot device, each of which may take two minutes. */
  private static final Duration BOOT_LIMIT = Duration.ofMinutes(5);

  private static final String POWER_OFF_FAILED = "Power off failed: ";

  private final NodeWork work;
  private final Inspections inspections;
  private final StageWaits waits;
  private final TearDown tearDown;
  private final ConductorConfig config;
  private final Clock clock;

  AbortInspection(
      NodeWork work,
      Inspections inspections,
      StageWaits waits,
      TearDown tearDown,
      ConductorConfig config,
      Clock clock) {
    this.work = work;
    this.inspections = inspections;
    this.waits = waits;
    this.tearDown = tearDown;
    this.config = config;
    this.clock = clock;
  }

  /** What is to be done: eject the medium, or, with {@code powersOff}, the whole tear-down. */
  private record Job(Node node, boolean managesBoot, boolean powersOff) {}

  public WorkOutcome run(NodeId id, UUID inspection) {
    return work.run(
        id,
        node -> findJob(node, inspection),
        (leased, job) -> {
          var failure = tearDown(job, leased);
          work.finish(leased, node -> aborted(node, inspection, job.powersOff(), failure));
        });
  }

  private Optional<String> tearDown(Job job, LeasedNode leased) {
    if (!job.managesBoot()) {
      return Optional.empty();
    }
    return job.powersOff()
        ? tearDown.of(job.node(), leased).map(POWER_OFF_FAILED::concat)
        : tearDown.medium(job.node(), leased).map("Inspection clean up failed: "::concat);
  }

  private Optional<Job> findJob(Node node, UUID id) {
    return aborting(node, id)
        .map(
            run -> {
              waits.takenUp(run);
              run.begin(config.powerStateChangeTimeout().plus(BOOT_LIMIT));
              return new Job(node, run.managesBoot(), powersOff(node, run));
            });
  }

  private Optional<Inspection> aborting(Node node, UUID id) {
    return inspections
        .active(node)
        .filter(run -> run.uuid().equals(id) && run.stage() == Stage.ABORTING);
  }

  private void aborted(Node node, UUID id, boolean poweredOff, Optional<String> failure) {
    aborting(node, id)
        .ifPresent(
            run -> {
              var now = clock.instant();
              run.fail(
                  StageEvent.ABORT_END,
                  ErrorCode.INSPECTION_ABORTED,
                  "Canceled by operator",
                  Trace.EMPTY,
                  now);
              if (failure.isPresent()) {
                append(node, failure.get(), now);
              } else if (poweredOff) {
                tearDown.record(node, PowerState.OFF, now);
              }
              forgetPowerOff(node, id);
            });
  }

  /** Ends an abort that took too long, in the caller's transaction. */
  void timedOut(Node node, Inspection run) {
    var now = clock.instant();
    if (powersOff(node, run) && tearDown.powersOff(node)) {
      var why = run.begun() ? "it did not end in time." : "no conductor started it in time.";
      append(node, POWER_OFF_FAILED + why + " The machine may be running.", now);
    }
    forgetPowerOff(node, run.uuid());
    run.fail(
        StageEvent.TIMEOUT,
        ErrorCode.INSPECTION_ABORTED,
        "Canceled by operator; the machine could not be powered off in time",
        Trace.EMPTY,
        now);
  }

  private static boolean powersOff(Node node, Inspection run) {
    return run.managesBoot()
        && (PowerOffAfterInspection.isDue(node, run.uuid()) || isAsAborted(node));
  }

  /** An API service of the version before does not order the power-off in the node's row. */
  private static boolean isAsAborted(Node node) {
    return node.work().powerOffAfter().isEmpty()
        && node.provisionState() == ProvisionState.INSPECT_FAILED
        && Objects.equals(node.updatedAt(), node.provisionUpdatedAt());
  }

  private static void forgetPowerOff(Node node, UUID id) {
    if (PowerOffAfterInspection.isDue(node, id)) {
      node.powerOffIsOver();
    }
  }

  private static void append(Node node, String failure, Instant now) {
    node.fail(node.lastError() == null ? failure : node.lastError() + " " + failure, now);
  }
}
