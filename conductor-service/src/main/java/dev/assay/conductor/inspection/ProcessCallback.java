package dev.assay.conductor.inspection;

import dev.assay.change.ChangeSet;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.work.NodeWork;
import dev.assay.conductor.work.WorkOutcome;
import dev.assay.document.Digest;
import dev.assay.document.StoredText;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.InspectorConfig;
import dev.assay.inspection.Inventories;
import dev.assay.inspection.Payloads;
import dev.assay.inspection.Trace;
import dev.assay.lease.LeasedNode;
import dev.assay.memory.PayloadMemory;
import dev.assay.node.Node;
import dev.assay.registration.ConductorConfig;
import dev.assay.thread.PlatformThread;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;

/**
 * Handles the stages processing and reapplying: runs hooks and rules on the payload and commits all
 * their changes in one transaction, together with the end of the inspection. If the process dies
 * before that commit, nothing has changed and the next conductor starts again. Source:
 * docs/architecture.md, invariant 5, spec conductor.md 6.4, rules.md 3.
 */
@ApplicationScoped
public class ProcessCallback {
  private final NodeWork work;
  private final Inspections inspections;
  private final StageWaits waits;
  private final InspectionCommit commit;
  private final InspectionEnd end;
  private final Payloads payloads;
  private final HooksAndRules hooksAndRules;
  private final FileLogs fileLogs;
  private final InspectorConfig config;
  private final ConductorConfig conductor;
  private final PayloadMemory memory;

  /**
   * Bounds the payloads in progress: they are large and hooks need the CPU, so more would only need
   * more memory.
   */
  private final Semaphore slots = new Semaphore(4 * Runtime.getRuntime().availableProcessors());

  /**
   * Payloads of up to this many bytes are read without reserving memory; the slots bound how many.
   */
  private static final long SMALL_PAYLOAD = 256 * 1024;

  /** Thrown for a payload that may be read only after memory is reserved for it. */
  private static final class LargePayload extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long size;

    LargePayload(long size) {
      super("a payload of %d bytes".formatted(size), null, false, false);
      this.size = size;
    }
  }

  /** What was read under the node's lock, in its stored form. */
  private record Stored(
      UUID id,
      boolean discovered,
      StoredText payload,
      boolean logsApart,
      Optional<Digest> inventory,
      HooksAndRules.Stored context) {}

  private record Job(UUID id, Payload payload, HooksAndRules.Job work) {
    Node node() {
      return work.node();
    }
  }

  ProcessCallback(
      NodeWork work,
      Inspections inspections,
      StageWaits waits,
      InspectionCommit commit,
      InspectionEnd end,
      Payloads payloads,
      HooksAndRules hooksAndRules,
      FileLogs fileLogs,
      InspectorConfig config,
      ConductorConfig conductor,
      PayloadMemory memory) {
    this.work = work;
    this.inspections = inspections;
    this.waits = waits;
    this.commit = commit;
    this.end = end;
    this.payloads = payloads;
    this.hooksAndRules = hooksAndRules;
    this.fileLogs = fileLogs;
    this.config = config;
    this.conductor = conductor;
    this.memory = memory;
  }

  /**
   * Processes a payload. A small one is read at once. For a large one the node is released first,
   * and taken again when memory is available, so that nobody waits for the node or for a slot
   * meanwhile. It is then processed on a platform thread, because it computes for long.
   */
  public WorkOutcome run(NodeId node, UUID id) {
    try {
      return process(node, id, SMALL_PAYLOAD);
    } catch (LargePayload large) {
      try (var _ = memory.large().await(PayloadMemory.ofTree(large.size))) {
        return PlatformThread.call("large-payload", () -> process(node, id, Long.MAX_VALUE));
      }
    }
  }

  private WorkOutcome process(NodeId node, UUID id, long maxBytes) {
    slots.acquireUninterruptibly();
    try {
      return work.run(node, found -> findJob(found, id, maxBytes), this::process);
    } finally {
      slots.release();
    }
  }

  /**
   * Starts the time limit of the stage and reads the stored data. Does not decompress or parse
   * them, because others wait for the node's row.
   */
  private Optional<Stored> findJob(Node node, UUID id, long maxBytes) {
    return processing(node, id)
        .map(
            run -> {
              var payload = payloads.find(run, maxBytes).orElseThrow();
              var body = payload.body().orElseThrow(() -> new LargePayload(payload.size()));
              waits.takenUp(run);
              run.begin(conductor.inspectionProcessingTimeout());
              return new Stored(
                  id,
                  run.discovered(),
                  body,
                  payload.logs(),
                  payload.inventory(),
                  hooksAndRules.stored(node, run.inspectInterface(), run.classic()));
            });
  }

  /** Decompresses and parses the payload; throws InspectionFailure when it cannot be read. */
  private Job open(Stored stored) {
    var payload = Payload.read(stored.payload(), stored.logsApart(), stored.inventory());
    if (stored.discovered()) {
      payload.pluginData().put("auto_discovered", true);
    }
    var data = new HooksAndRules.Data(payload.sent(), payload.pluginData());
    return new Job(stored.id(), payload, hooksAndRules.job(stored.context(), data));
  }

  private Optional<Inspection> processing(Node node, UUID id) {
    return inspections
        .active(node)
        .filter(run -> run.uuid().equals(id) && run.stage().processes())
        .filter(run -> run.isCurrentFor(node));
  }

  private void process(LeasedNode leased, Stored stored) {
    Job job;
    try {
      job = open(stored);
    } catch (InspectionFailure e) {
      fail(leased, stored.id(), e.code(), unfinished(e.sentence()), Trace.EMPTY, () -> {});
      fileLogs.of(stored.context().node(), stored.id(), true);
      return;
    }
    process(leased, job);
  }

  private void process(LeasedNode leased, Job job) {
    if (leased.takenOver() && config.interrupted() == InspectorConfig.Interrupted.FAIL) {
      var why =
          "The inspecting state can't be resumed by conductor %s. Moving to fail state."
              .formatted(leased.holder());
      fail(leased, job, ErrorCode.INSPECTION_INTERRUPTED, why, Trace.EMPTY);
      return;
    }
    var changes = job.work().changeSet();
    switch (job.work().run(changes)) {
      case PipelineOutcome.Done done -> finish(leased, job, changes, done.trace());
      case PipelineOutcome.Failed failed ->
          fail(leased, job, failed.code(), unfinished(failed.sentence()), failed.trace());
    }
  }

  private void finish(LeasedNode leased, Job job, ChangeSet changes, Trace trace) {
    var result =
        new Inventories.Result(
            job.payload().inventoryDocument(), Payload.withoutLogs(changes.pluginData()));
    CommitRefusal.of(() -> work.finish(leased, node -> commit(node, job, changes, result, trace)))
        .ifPresentOrElse(
            refusal -> fail(leased, job, refusal.code(), unfinished(refusal.sentence()), trace),
            () -> fileLogs(job, false));
  }

  private void commit(
      Node node, Job job, ChangeSet changes, Inventories.Result result, Trace trace) {
    processing(node, job.id())
        .ifPresent(
            run -> {
              commit.success(node, run, changes, job.work().rules(), result, trace);
              dropLogs(job, false);
            });
  }

  private void fail(LeasedNode leased, Job job, ErrorCode code, String why, Trace trace) {
    fail(leased, job.id(), code, why, trace, () -> dropLogs(job, true));
    fileLogs(job, true);
  }

  /** Deletes logs that are not wanted, in the transaction that ends the inspection. */
  private void dropLogs(Job job, boolean failed) {
    if (job.payload().hasLogs() && !fileLogs.wanted(failed)) {
      fileLogs.drop(job.id());
    }
  }

  private void fileLogs(Job job, boolean failed) {
    if (job.payload().hasLogs() && fileLogs.wanted(failed)) {
      fileLogs.of(job.node(), job.id(), failed, job.payload().logs());
    }
  }

  private void fail(
      LeasedNode leased, UUID id, ErrorCode code, String why, Trace trace, Runnable more) {
    work.finish(
        leased,
        node ->
            processing(node, id)
                .ifPresent(
                    run -> {
                      end.failed(node, run, code, why, trace, leased.holder());
                      more.run();
                    }));
  }

  static String unfinished(String sentence) {
    return "Failed to finish inspection: " + sentence;
  }
}
