package dev.assay.conductor.inspection;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.conductor.pipeline.Pipeline;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Pipelines;
import dev.assay.conductor.pipeline.RulesRun;
import dev.assay.conductor.work.NodeWork;
import dev.assay.conductor.work.WorkOutcome;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.hook.HookInput;
import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.InspectorConfig;
import dev.assay.inspection.Inventories;
import dev.assay.inspection.Payloads;
import dev.assay.inspection.Stage;
import dev.assay.inspection.Trace;
import dev.assay.inventory.Inventory;
import dev.assay.lease.LeasedNode;
import dev.assay.memory.PayloadMemory;
import dev.assay.node.Node;
import dev.assay.node.ProvisionState;
import dev.assay.port.Port;
import dev.assay.port.PortDocument;
import dev.assay.port.Ports;
import dev.assay.port.Ports.Owner;
import dev.assay.portgroup.PortGroups;
import dev.assay.registration.ConductorConfig;
import dev.assay.rule.Phase;
import dev.assay.rule.engine.RuleRegistry;
import dev.assay.rule.node.RuleDocuments;
import dev.assay.rule.store.RuleCache;
import dev.assay.storedjson.CompressedJson;
import dev.assay.storedjson.StoredJson;
import dev.assay.thread.PlatformThread;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.exception.DataException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Handles stage processing: runs hooks and rules on the payload and commits all their changes in
 * one transaction, together with the end of the inspection. If the process dies before that commit,
 * nothing has changed and the next conductor starts again. Source: docs/architecture.md, invariant
 * 5, spec conductor.md 6.4, rules.md 3.
 */
@ApplicationScoped
public class ProcessCallback {
  private static final Logger LOG = Logger.getLogger(ProcessCallback.class);

  private final NodeWork work;
  private final Inspections inspections;
  private final InspectionCommit commit;
  private final InspectionEnd end;
  private final Payloads payloads;
  private final Inventories inventories;
  private final Ports ports;
  private final PortGroups groups;
  private final Pipelines pipelines;
  private final RuleCache rules;
  private final RuleRegistry registry;
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
      Node node,
      boolean discovered,
      CompressedJson payload,
      boolean logsApart,
      Optional<CompressedJson> previous,
      List<Port> ports,
      Pipeline pipeline,
      boolean ruled) {}

  private record Job(
      UUID id,
      Node node,
      Payload payload,
      @Nullable Inventory previous,
      List<Port> ports,
      List<Owner> owners,
      Pipeline pipeline,
      RulesRun rules) {}

  ProcessCallback(
      NodeWork work,
      Inspections inspections,
      InspectionCommit commit,
      InspectionEnd end,
      Payloads payloads,
      Inventories inventories,
      Ports ports,
      PortGroups groups,
      Pipelines pipelines,
      RuleCache rules,
      RuleRegistry registry,
      FileLogs fileLogs,
      InspectorConfig config,
      ConductorConfig conductor,
      PayloadMemory memory) {
    this.work = work;
    this.inspections = inspections;
    this.commit = commit;
    this.end = end;
    this.payloads = payloads;
    this.inventories = inventories;
    this.ports = ports;
    this.groups = groups;
    this.pipelines = pipelines;
    this.rules = rules;
    this.registry = registry;
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
              run.begin(conductor.inspectionProcessingTimeout());
              var pipeline = pipelines.of(run.inspectInterface());
              return new Stored(
                  id,
                  node,
                  run.discovered(),
                  body,
                  payload.logs(),
                  previous(node, pipeline),
                  ports.of(node),
                  pipeline,
                  registry.appliesTo(run.inspectInterface()));
            });
  }

  private Optional<CompressedJson> previous(Node node, Pipeline pipeline) {
    return pipeline.comparesWithPrevious()
        ? inventories.find(node.id()).map(Inventories.Stored::inventory)
        : Optional.empty();
  }

  /** Decompresses and parses the payload; throws InspectionFailure when it cannot be read. */
  private Job open(Stored stored) {
    var payload = Payload.read(stored.payload(), stored.logsApart());
    if (stored.discovered()) {
      payload.pluginData().put("auto_discovered", true);
    }
    var previous = stored.previous().flatMap(it -> inventory(stored.node(), it)).orElse(null);
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                new Job(
                    stored.id(),
                    stored.node(),
                    payload,
                    previous,
                    stored.ports(),
                    ports.owners(payload.inventory().macs()),
                    stored.pipeline(),
                    rules(stored, payload)));
  }

  /** The current rules, and the data they run on. */
  private RulesRun rules(Stored stored, Payload payload) {
    if (!stored.ruled()) {
      return RulesRun.none();
    }
    rules.catchUp();
    var due = rules.all().stream().filter(it -> it.rule().phase() != Phase.EARLY).toList();
    return due.isEmpty()
        ? RulesRun.none()
        : new RulesRun(
            due, RuleDocuments.of(stored.node(), groups.of(stored.node())), payload.sent());
  }

  /** Reads the previous inventory. A damaged one counts as absent: this inspection replaces it. */
  private static Optional<Inventory> inventory(Node node, CompressedJson stored) {
    try {
      var text = new String(stored.json(), StandardCharsets.UTF_8);
      return Optional.of(new Inventory(StoredJson.read(text, JsonNode.class)));
    } catch (UncheckedIOException | IllegalArgumentException e) {
      LOG.errorf(
          "The row of node %s (node_id %d) in table node_inventory cannot be read and counts as"
              + " absent: %s",
          node.uuid(), node.id(), e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<Inspection> processing(Node node, UUID id) {
    return inspections
        .active(node)
        .filter(run -> run.uuid().equals(id) && run.stage() == Stage.PROCESSING)
        .filter(run -> run.discovered() || node.provisionState() == ProvisionState.INSPECTING);
  }

  private void process(LeasedNode leased, Stored stored) {
    Job job;
    try {
      job = open(stored);
    } catch (InspectionFailure e) {
      fail(leased, stored.id(), e.code(), unfinished(e.sentence()), Trace.EMPTY, () -> {});
      fileLogs.of(stored.node(), stored.id(), true);
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
    var changes = changeSet(job);
    switch (job.pipeline().run(input(job), changes, job.rules())) {
      case PipelineOutcome.Done done -> finish(leased, job, changes, done.trace());
      case PipelineOutcome.Failed failed ->
          fail(leased, job, failed.code(), unfinished(failed.sentence()), failed.trace());
    }
  }

  private static ChangeSet changeSet(Job job) {
    var node = job.node();
    var pluginData = job.payload().pluginData();
    return job.rules().isEmpty()
        ? forHooks(node, job.ports(), pluginData)
        : RuleDocuments.changeSet(node, job.ports(), pluginData);
  }

  /** With only what hooks can read and change, which is less work than whole documents. */
  private static ChangeSet forHooks(Node node, List<Port> ports, ObjectNode pluginData) {
    return new ChangeSet(
        StoredJson.object().set("properties", node.attributes().properties().deepCopy()),
        ports.stream()
            .map(port -> PortDocument.of(port.attributes(), node.uuid().uuid()).deepCopy())
            .toList(),
        pluginData.deepCopy());
  }

  private HookInput input(Job job) {
    return new HookInput(
        job.node().uuid(), job.payload().inventory(), job.previous(), addressesOfOtherNodes(job));
  }

  private static Set<MacAddress> addressesOfOtherNodes(Job job) {
    return job.owners().stream()
        .filter(owner -> owner.nodeId() != job.node().id())
        .map(owner -> MacAddress.of(owner.address()))
        .collect(toSet());
  }

  private void finish(LeasedNode leased, Job job, ChangeSet changes, Trace trace) {
    var result =
        new Inventories.Stored(
            job.payload().compressedInventory(), Payload.compressWithoutLogs(changes.pluginData()));
    try {
      work.finish(
          leased,
          node ->
              processing(node, job.id())
                  .ifPresent(
                      run -> {
                        commit.success(node, run, changes, job.rules(), result, trace);
                        dropLogs(job, false);
                      }));
      fileLogs(job, false);
    } catch (InspectionFailure e) {
      fail(leased, job, e.code(), unfinished(e.sentence()), trace);
    } catch (ConstraintViolationException | DataException e) {
      var refusal = DatabaseRefusal.of(e);
      fail(leased, job, refusal.code(), unfinished(refusal.sentence()), trace);
    } catch (NullPointerException | ClassCastException | IllegalArgumentException e) {
      LOG.error("What hooks or rules changed cannot be written.", e); // a retry would fail, too
      var why = "what hooks or rules changed cannot be written; see the log of the conductor";
      fail(leased, job, ErrorCode.HOOK_FAILED, unfinished(why), trace);
    }
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

  private static String unfinished(String sentence) {
    return "Failed to finish inspection: " + sentence;
  }
}
