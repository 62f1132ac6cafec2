package dev.assay.conductor.inspection;

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
import dev.assay.node.Node;
import dev.assay.registration.ConductorConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;

/**
 * Handles stage aborting: powers the machine off and ends the inspection. The operator's request is
 * already stored. Reentrant. Source: spec conductor.md 6.5.
 */
@ApplicationScoped
public class AbortInspection {
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

  private record Job(Node node, boolean managesBoot) {}

  public WorkOutcome run(NodeId id, UUID inspection) {
    return work.run(
        id,
        node -> findJob(node, inspection),
        (leased, job) -> {
          var failure =
              job.managesBoot() ? tearDown.of(job.node(), leased) : Optional.<String>empty();
          work.finish(leased, node -> aborted(node, inspection, failure));
        });
  }

  private Optional<Job> findJob(Node node, UUID id) {
    return aborting(node, id)
        .map(
            run -> {
              waits.takenUp(run);
              run.begin(config.powerStateChangeTimeout().multipliedBy(2));
              return new Job(node, run.managesBoot());
            });
  }

  private Optional<Inspection> aborting(Node node, UUID id) {
    return inspections
        .active(node)
        .filter(run -> run.uuid().equals(id) && run.stage() == Stage.ABORTING);
  }

  private void aborted(Node node, UUID id, Optional<String> failure) {
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
                var before = node.lastError() == null ? "" : node.lastError() + " ";
                node.fail(before + "Power off failed: " + failure.get(), now);
              } else if (run.managesBoot()) {
                tearDown.record(node, PowerState.OFF, now);
              }
            });
  }
}
