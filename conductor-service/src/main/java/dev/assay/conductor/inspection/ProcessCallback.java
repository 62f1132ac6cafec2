package dev.assay.conductor.inspection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.assay.change.ChangeSet;
import dev.assay.conductor.effect.PowerOffAfterInspection;
import dev.assay.conductor.membership.ServedNodes;
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
import dev.assay.inspection.Stage;
import dev.assay.inspection.Trace;
import dev.assay.lease.LeasedNode;
import dev.assay.memory.MemoryBudget;
import dev.assay.memory.PayloadMemory;
import dev.assay.message.Command;
import dev.assay.node.Node;
import dev.assay.objectstore.TemporaryStoreFailure;
import dev.assay.registration.ConductorConfig;
import dev.assay.statement.JoinedWrites;
import dev.assay.thread.PlatformThread;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

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
  private final PowerOffAfterInspection powerOff;
  private final ServedNodes served;
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

  /** What a payload in progress occupies: a slot, and the memory held for a large payload. */
  private final class Slot {
    private final Optional<MemoryBudget.Held> held;
    private boolean open = true;

    Slot(Optional<MemoryBudget.Held> held) {
      this.held = held;
      slots.acquireUninterruptibly();
    }

    /** Releases both, once. */
    void release() {
      if (open) {
        open = false;
        slots.release();
        held.ifPresent(MemoryBudget.Held::close);
      }
    }
  }

  /**
   * An inspection whose end is committed.
   *
   * @param toPowerOff the node if its machine is to be powered off: then its lease is still held
   * @param logs the ramdisk's logs that the payload contains, if logs are to be filed
   */
  private record Ended(
      Node node, UUID id, boolean failed, Optional<Node> toPowerOff, Optional<JsonNode> logs) {}

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
      PowerOffAfterInspection powerOff,
      ServedNodes served,
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
    this.powerOff = powerOff;
    this.served = served;
    this.payloads = payloads;
    this.hooksAndRules = hooksAndRules;
    this.fileLogs = fileLogs;
    this.config = config;
    this.conductor = conductor;
    this.memory = memory;
  }

  /**
   * Processes a payload, then powers the machine off if that is due. A small payload is read at
   * once. For a large one the node is released first, and taken again when memory is available, so
   * that nobody waits for the node or for a slot meanwhile. It is then processed on a platform
   * thread, because it computes for long.
   */
  public WorkOutcome run(NodeId node, UUID id) {
    var outcome = process(node, id);
    if (!(outcome instanceof WorkOutcome.NothingToDo)) {
      return outcome;
    }
    var left = powerOff.runIfDue(node, id);
    if (left instanceof WorkOutcome.Done) { // the conductor that processed it has died
      fileLeftLogs(node, id);
    }
    return left;
  }

  private void fileLeftLogs(NodeId node, UUID id) {
    QuarkusTransaction.requiringNew()
        .call(() -> inspections.find(id))
        .map(Inspection::stage)
        .filter(stage -> stage == Stage.FINISHED || stage == Stage.ERROR)
        .map(Stage.ERROR::equals)
        .filter(fileLogs::wanted)
        .ifPresent(failed -> fileLogs.later(node, id, failed));
  }

  private WorkOutcome process(NodeId node, UUID id) {
    try {
      return process(node, id, SMALL_PAYLOAD, Optional.empty());
    } catch (LargePayload large) {
      try (var held = memory.large().await(PayloadMemory.ofTree(large.size))) {
        return PlatformThread.call(
            "large-payload", () -> process(node, id, Long.MAX_VALUE, Optional.of(held)));
      }
    }
  }

  private WorkOutcome process(
      NodeId node, UUID id, long maxBytes, Optional<MemoryBudget.Held> held) {
    var slot = new Slot(held);
    try {
      return work.run(
          node,
          found -> findJob(found, id, maxBytes),
          (leased, stored) -> {
            var ended = processInTime(leased, stored);
            slot.release();
            cleanUp(leased, ended);
          });
    } finally {
      slot.release();
    }
  }

  /** Needs no slot: it waits for a BMC or a disk, and keeps nothing that was parsed. */
  private void cleanUp(LeasedNode leased, Ended run) {
    try {
      run.toPowerOff()
          .ifPresent(
              node -> {
                MDC.put("command", Command.POWER_OFF_AFTER);
                powerOff.run(leased, node, run.id());
              });
    } finally { // nobody else files them
      run.logs().ifPresent(logs -> fileLogs.of(run.node(), run.id(), run.failed(), logs));
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
                  inspections.hasDataOfDiscovery(run),
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

  /** While the object store is away, the command waits as one that nobody has taken up. */
  private Ended processInTime(LeasedNode leased, Stored stored) {
    try {
      return process(leased, stored);
    } catch (TemporaryStoreFailure e) {
      work.write(
          leased,
          node ->
              processing(node, stored.id())
                  .ifPresent(run -> run.postpone(conductor.queueTimeout())));
      throw e;
    }
  }

  private Ended process(LeasedNode leased, Stored stored) {
    Job job;
    try {
      job = open(stored);
    } catch (InspectionFailure e) {
      var why = unfinished(e.sentence());
      var toPowerOff = fail(leased, stored.id(), e.code(), why, Trace.EMPTY, () -> {});
      return new Ended(
          stored.context().node(),
          stored.id(),
          true,
          toPowerOff,
          Optional.of(MissingNode.getInstance()));
    }
    return process(leased, job);
  }

  private Ended process(LeasedNode leased, Job job) {
    if (leased.takenOver() && config.interrupted() == InspectorConfig.Interrupted.FAIL) {
      var why =
          "The inspecting state can't be resumed by conductor %s. Moving to fail state."
              .formatted(leased.holder());
      return fail(leased, job, ErrorCode.INSPECTION_INTERRUPTED, why, Trace.EMPTY);
    }
    var changes = job.work().changeSet();
    return switch (job.work().run(changes)) {
      case PipelineOutcome.Done done -> finish(leased, job, changes, done.trace());
      case PipelineOutcome.Failed failed ->
          fail(leased, job, failed.code(), unfinished(failed.sentence()), failed.trace());
    };
  }

  private Ended finish(LeasedNode leased, Job job, ChangeSet changes, Trace trace) {
    var result =
        new Inventories.Result(
            job.payload().inventoryDocument(), Payload.withoutLogs(changes.pluginData()));
    var toPowerOff = new AtomicReference<@Nullable Node>();
    return CommitRefusal.of(
            job.work().rules(),
            () ->
                toPowerOff.set(
                    end(leased, job.id(), node -> commit(node, job, changes, result, trace))
                        .orElse(null)))
        .map(it -> fail(leased, job, it.code(), unfinished(it.sentence()), trace))
        .orElseGet(() -> ended(job, false, Optional.ofNullable(toPowerOff.get())));
  }

  private void commit(
      Node node, Job job, ChangeSet changes, Inventories.Result result, Trace trace) {
    processing(node, job.id())
        .ifPresent(
            run -> {
              var also = new JoinedWrites();
              dropLogs(job, false, () -> fileLogs.drop(job.id(), also));
              commit.success(node, run, changes, job.work().rules(), result, trace, also);
            });
  }

  private Ended fail(LeasedNode leased, Job job, ErrorCode code, String why, Trace trace) {
    return ended(
        job,
        true,
        fail(
            leased,
            job.id(),
            code,
            why,
            trace,
            () -> dropLogs(job, true, () -> fileLogs.drop(job.id()))));
  }

  /**
   * Calls {@code drop}, in the transaction that ends the inspection, if there are logs that are not
   * wanted.
   */
  private void dropLogs(Job job, boolean failed, Runnable drop) {
    if (job.payload().hasLogs() && !fileLogs.wanted(failed)) {
      drop.run();
    }
  }

  private Ended ended(Job job, boolean failed, Optional<Node> toPowerOff) {
    var logs =
        Optional.of(job.payload())
            .filter(payload -> payload.hasLogs() && fileLogs.wanted(failed))
            .map(Payload::logs);
    return new Ended(job.node(), job.id(), failed, toPowerOff, logs);
  }

  private Optional<Node> fail(
      LeasedNode leased, UUID id, ErrorCode code, String why, Trace trace, Runnable more) {
    return end(
        leased,
        id,
        node ->
            processing(node, id)
                .ifPresent(
                    run -> {
                      end.failed(node, run, code, why, trace, leased.holder());
                      more.run();
                    }));
  }

  /**
   * Writes the end of the inspection; keeps the lease, and returns the node, to power it off. A
   * rule may have given the node to other conductors: then one of them does that.
   */
  private Optional<Node> end(LeasedNode leased, UUID id, Consumer<Node> change) {
    return work.finishUnless(
        leased,
        node -> PowerOffAfterInspection.isDue(node, id) && served.include(node),
        node -> {
          change.accept(node);
          if (!served.include(node)) {
            end.sendPowerOff(node, id);
          }
        });
  }

  static String unfinished(String sentence) {
    return "Failed to finish inspection: " + sentence;
  }
}
