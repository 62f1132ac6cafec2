package dev.assay.conductor.inspection;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.conductor.pipeline.Pipeline;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Pipelines;
import dev.assay.conductor.pipeline.RulesRun;
import dev.assay.conductor.work.LeasedWork;
import dev.assay.error.ErrorCode;
import dev.assay.hook.ChangeSet;
import dev.assay.hook.HookInput;
import dev.assay.hook.KnownPort;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.InspectionFailure;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.InspectorConfig;
import dev.assay.inspection.Payloads;
import dev.assay.inspection.Stage;
import dev.assay.inspection.Trace;
import dev.assay.inventory.Inventories;
import dev.assay.inventory.Inventory;
import dev.assay.lease.LeasedNode;
import dev.assay.memory.PayloadMemory;
import dev.assay.node.Node;
import dev.assay.node.NodeId;
import dev.assay.node.ProvisionState;
import dev.assay.port.MacAddress;
import dev.assay.port.Port;
import dev.assay.port.Ports;
import dev.assay.port.Ports.Owner;
import dev.assay.portgroup.PortGroups;
import dev.assay.rule.CompiledRule;
import dev.assay.rule.Language;
import dev.assay.rule.LiveRules;
import dev.assay.rule.Phase;
import dev.assay.rule.subject.Subject;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.exception.DataException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Stage processing: hooks and rules look at the payload, and all they change is committed at once,
 * with the end of the inspection. Killed before that commit, nothing has changed and the next
 * conductor does it again. Source: design 2, spec conductor.md 6.4, rules.md 3.
 */
@ApplicationScoped
public class ProcessCallback {
  private static final Logger LOG = Logger.getLogger(ProcessCallback.class);

  private final LeasedWork work;
  private final Inspections inspections;
  private final InspectionCommit commit;
  private final InspectionEnd end;
  private final Payloads payloads;
  private final Inventories inventories;
  private final Ports ports;
  private final PortGroups groups;
  private final Pipelines pipelines;
  private final LiveRules rules;
  private final Language language;
  private final RamdiskLogs logs;
  private final InspectorConfig config;
  private final PayloadMemory memory;

  /** Payloads are large and hooks need the processor: more at once would only need more memory. */
  private final Semaphore turns = new Semaphore(4 * Runtime.getRuntime().availableProcessors());

  /** Bytes of a payload that is read without asking for memory; turns bound how many are. */
  private static final long AT_ONCE = 256 * 1024;

  /** It is to be read only when there is memory for it. */
  private static final class LargePayload extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long size;

    LargePayload(long size) {
      super("a payload of %d bytes".formatted(size), null, false, false);
      this.size = size;
    }
  }

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
      LeasedWork work,
      Inspections inspections,
      InspectionCommit commit,
      InspectionEnd end,
      Payloads payloads,
      Inventories inventories,
      Ports ports,
      PortGroups groups,
      Pipelines pipelines,
      LiveRules rules,
      Language language,
      RamdiskLogs logs,
      InspectorConfig config,
      PayloadMemory memory) {
    this.memory = memory;
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
    this.language = language;
    this.logs = logs;
    this.config = config;
  }

  public void run(NodeId node, UUID id) {
    turns.acquireUninterruptibly();
    try {
      processWithMemory(node, id);
    } catch (InspectionFailure e) {
      var why = unfinished(e.sentence());
      work.run(
          node,
          found -> processing(found, id),
          (leased, _) -> fail(leased, id, e.code(), why, Trace.EMPTY));
    } finally {
      turns.release();
    }
  }

  /**
   * A small payload is read at once. For a large one the node is let go first, and taken again when
   * there is memory: nobody waits for the node meanwhile.
   */
  private void processWithMemory(NodeId node, UUID id) {
    try {
      work.run(node, found -> look(found, id, AT_ONCE), this::process);
    } catch (LargePayload large) {
      try (var _ = memory.large().await(PayloadMemory.ofTree(large.size))) {
        work.run(node, found -> look(found, id, Long.MAX_VALUE), this::process);
      }
    }
  }

  private Optional<Job> look(Node node, UUID id, long most) {
    return processing(node, id)
        .map(
            run -> {
              var stored = payloads.find(run, most).orElseThrow();
              var payload =
                  Payload.read(stored.body().orElseThrow(() -> new LargePayload(stored.size())));
              if (run.discovered()) {
                payload.pluginData().put("auto_discovered", true);
              }
              var owners = ports.owners(payload.inventory().macs());
              var pipeline = pipelines.of(run.inspectInterface());
              var known = ports.of(node);
              return new Job(
                  id,
                  node,
                  payload,
                  previous(node, pipeline),
                  known,
                  owners,
                  pipeline,
                  rules(node, run, payload, known));
            });
  }

  private RulesRun rules(Node node, Inspection run, Payload payload, List<Port> known) {
    var due =
        language.appliesTo(run.inspectInterface())
            ? Stream.of(Phase.PREPROCESS, Phase.MAIN).flatMap(it -> rules.of(it).stream()).toList()
            : List.<CompiledRule>of();
    return due.isEmpty()
        ? RulesRun.none()
        : RulesRun.of(due, Subject.of(node, known, groups.of(node)), payload.sent());
  }

  private @Nullable Inventory previous(Node node, Pipeline pipeline) {
    return pipeline.comparesWithPrevious()
        ? inventories.find(node.id()).flatMap(stored -> readable(node, stored)).orElse(null)
        : null;
  }

  /** One that is damaged is no reason not to inspect the machine again: that replaces it. */
  private static Optional<Inventory> readable(Node node, Inventories.Stored stored) {
    try {
      return Optional.of(
          new Inventory(
              StoredJson.read(
                  new String(stored.inventory().json(), StandardCharsets.UTF_8), JsonNode.class)));
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

  private void process(LeasedNode leased, Job job) {
    if (leased.takenOver() && config.interrupted() == InspectorConfig.Interrupted.FAIL) {
      var why =
          "The inspecting state can't be resumed by conductor %s. Moving to fail state."
              .formatted(leased.holder());
      fail(leased, job, ErrorCode.INSPECTION_INTERRUPTED, why, Trace.EMPTY);
      return;
    }
    var changes =
        new ChangeSet(
            job.node().attributes().properties(),
            job.payload().pluginData(),
            job.ports().stream().map(KnownPort::of).toList());
    switch (job.pipeline().run(input(job), changes, job.rules())) {
      case PipelineOutcome.Done done -> finish(leased, job, changes, done.trace());
      case PipelineOutcome.Failed failed ->
          fail(leased, job, failed.code(), unfinished(failed.sentence()), failed.trace());
    }
  }

  private HookInput input(Job job) {
    return new HookInput(
        job.node().uuid(), job.payload().inventory(), job.previous(), foreign(job));
  }

  private static Set<MacAddress> foreign(Job job) {
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
      work.conclude(
          leased,
          node ->
              processing(node, job.id())
                  .ifPresent(run -> commit.good(node, run, changes, job.rules(), result, trace)));
      logs.keep(job.node(), job.payload().logs(), false);
    } catch (InspectionFailure e) {
      fail(leased, job, e.code(), unfinished(e.sentence()), trace);
    } catch (ConstraintViolationException | DataException e) {
      var refusal = Refusal.of(e);
      fail(leased, job, refusal.code(), unfinished(refusal.sentence()), trace);
    } catch (NullPointerException | ClassCastException | IllegalArgumentException e) {
      LOG.error("What hooks or rules changed cannot be written.", e); // nor the next time
      var why = "what hooks or rules changed cannot be written; see the log of the conductor";
      fail(leased, job, ErrorCode.HOOK_FAILED, unfinished(why), trace);
    }
  }

  private void fail(LeasedNode leased, Job job, ErrorCode code, String why, Trace trace) {
    fail(leased, job.id(), code, why, trace);
    logs.keep(job.node(), job.payload().logs(), true);
  }

  private void fail(LeasedNode leased, UUID id, ErrorCode code, String why, Trace trace) {
    work.conclude(
        leased,
        node ->
            processing(node, id)
                .ifPresent(run -> end.failed(node, run, code, why, trace, leased.holder())));
  }

  private static String unfinished(String sentence) {
    return "Failed to finish inspection: " + sentence;
  }
}
