package dev.assay.conductor.inspection;

import dev.assay.change.ChangeSet;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.work.NodeWork;
import dev.assay.document.Document;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.hardware.HardwareReport;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inventories;
import dev.assay.inspection.Trace;
import dev.assay.lease.LeasedNode;
import dev.assay.node.Node;
import dev.assay.statement.JoinedWrites;
import dev.assay.storedjson.StoredJson;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Ends an inspection without a ramdisk: runs hooks and rules on what the BMC reported, and commits
 * all changes in one transaction, together with the end of the inspection. If the process dies
 * before that commit, nothing has changed and the next conductor asks the BMC again. Source: spec
 * conductor.md 8.
 */
@ApplicationScoped
class ProcessReport {
  private static final Logger LOG = Logger.getLogger(ProcessReport.class);

  private final NodeWork work;
  private final HooksAndRules hooksAndRules;
  private final InspectionCommit commit;
  private final InspectionEnd end;

  /** Hooks need the CPU: more at once would only need more memory. */
  private final Semaphore slots = new Semaphore(4 * Runtime.getRuntime().availableProcessors());

  ProcessReport(
      NodeWork work, HooksAndRules hooksAndRules, InspectionCommit commit, InspectionEnd end) {
    this.work = work;
    this.hooksAndRules = hooksAndRules;
    this.commit = commit;
    this.end = end;
  }

  /** One inspection: {@code active} finds it, as long as it waits for {@code report}. */
  private record Run(
      LeasedNode leased,
      Function<Node, Optional<Inspection>> active,
      HardwareReport report,
      HooksAndRules.Job job) {}

  /** {@code active} finds the inspection, as long as it is in the stage that collects the data. */
  void run(
      LeasedNode leased,
      Node node,
      String inspectInterface,
      HardwareReport report,
      Function<Node, Optional<Inspection>> active) {
    slots.acquireUninterruptibly();
    try {
      var stored =
          QuarkusTransaction.requiringNew()
              .call(() -> hooksAndRules.stored(node, inspectInterface, false));
      var data = new HooksAndRules.Data(report.inventory(), report.pluginData());
      process(new Run(leased, active, report, hooksAndRules.job(stored, data)));
    } finally {
      slots.release();
    }
  }

  private void process(Run run) {
    var changes = run.job().changeSet();
    try {
      OutOfBandProperties.write(run.report(), changes);
    } catch (InspectionFailure e) {
      fail(run, e.code(), e.sentence(), Trace.EMPTY);
      return;
    }
    if (changes.properties().path("local_gb").asLong() == 0) {
      LOG.warnf(
          "The BMC of node %s reports no disk of 4 GiB or more: its local_gb is 0.",
          run.job().node().uuid());
    }
    switch (run.job().run(changes)) {
      case PipelineOutcome.Done done ->
          OutOfBandProperties.missing(changes)
              .ifPresentOrElse(
                  why -> fail(run, ErrorCode.PROPERTIES_NOT_DISCOVERED, why, done.trace()),
                  () -> finish(run, changes, done.trace()));
      case PipelineOutcome.Failed failed ->
          fail(run, failed.code(), failed.sentence(), failed.trace());
    }
  }

  private void finish(Run run, ChangeSet changes, Trace trace) {
    var result = new Inventories.Result(inventory(run), Payload.withoutLogs(changes.pluginData()));
    CommitRefusal.of(
            run.job().rules(),
            () -> work.finish(run.leased(), node -> success(node, run, changes, result, trace)))
        .ifPresent(refusal -> fail(run, refusal.code(), refusal.sentence(), trace));
  }

  private void success(
      Node node, Run run, ChangeSet changes, Inventories.Result result, Trace trace) {
    run.active()
        .apply(node)
        .ifPresent(
            active ->
                commit.success(
                    node, active, changes, run.job().rules(), result, trace, new JoinedWrites()));
  }

  private static Document inventory(Run run) {
    var json = StoredJson.write(run.report().inventory()).getBytes(StandardCharsets.UTF_8);
    return Document.of(json);
  }

  private void fail(Run run, ErrorCode code, String sentence, Trace trace) {
    work.finish(
        run.leased(),
        node ->
            run.active()
                .apply(node)
                .ifPresent(
                    active ->
                        end.failed(
                            node,
                            active,
                            code,
                            ProcessCallback.unfinished(sentence),
                            trace,
                            run.leased().holder())));
  }
}
