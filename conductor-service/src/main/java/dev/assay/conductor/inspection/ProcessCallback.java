package dev.assay.conductor.inspection;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.conductor.hook.HookOutcome;
import dev.assay.conductor.hook.HookPipeline;
import dev.assay.conductor.hook.HookPipelines;
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
import dev.assay.node.Node;
import dev.assay.node.NodeId;
import dev.assay.node.ProvisionState;
import dev.assay.port.MacAddress;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import dev.assay.port.Ports;
import dev.assay.port.Ports.Owner;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.exception.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Stage processing: hooks look at the payload, and all they change is committed at once, with the
 * end of the inspection. Killed before that commit, nothing has changed and the next conductor does
 * it again. Source: design 2, spec conductor.md 6.4.
 */
@ApplicationScoped
public class ProcessCallback {
  private final LeasedWork work;
  private final Inspections inspections;
  private final InspectionEnd end;
  private final Payloads payloads;
  private final Inventories inventories;
  private final Ports ports;
  private final HookPipelines pipelines;
  private final RamdiskLogs logs;
  private final InspectorConfig config;
  private final Clock clock;

  /** Payloads are large and hooks need the processor: more at once would only need more memory. */
  private final Semaphore turns = new Semaphore(4 * Runtime.getRuntime().availableProcessors());

  private record Job(
      UUID id,
      Node node,
      Payload payload,
      @Nullable Inventory previous,
      List<Port> ports,
      List<Owner> owners,
      HookPipeline hooks) {}

  ProcessCallback(
      LeasedWork work,
      Inspections inspections,
      InspectionEnd end,
      Payloads payloads,
      Inventories inventories,
      Ports ports,
      HookPipelines pipelines,
      RamdiskLogs logs,
      InspectorConfig config,
      Clock clock) {
    this.work = work;
    this.inspections = inspections;
    this.end = end;
    this.payloads = payloads;
    this.inventories = inventories;
    this.ports = ports;
    this.pipelines = pipelines;
    this.logs = logs;
    this.config = config;
    this.clock = clock;
  }

  public void run(NodeId node, UUID id) {
    turns.acquireUninterruptibly();
    try {
      work.run(node, found -> look(found, id), this::process);
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

  private Optional<Job> look(Node node, UUID id) {
    return processing(node, id)
        .map(
            run -> {
              var payload = Payload.read(payloads.find(run).orElseThrow());
              if (run.discovered()) {
                payload.pluginData().put("auto_discovered", true);
              }
              var owners = ports.owners(payload.inventory().macs());
              var hooks = pipelines.of(run.inspectInterface());
              return new Job(
                  id, node, payload, previous(node, hooks), ports.of(node), owners, hooks);
            });
  }

  private @Nullable Inventory previous(Node node, HookPipeline hooks) {
    return hooks.comparesWithPrevious()
        ? inventories
            .find(node.id())
            .map(
                stored ->
                    new Inventory(
                        StoredJson.read(
                            new String(stored.inventory().json(), StandardCharsets.UTF_8),
                            JsonNode.class)))
            .orElse(null)
        : null;
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
    switch (job.hooks().run(input(job), changes)) {
      case HookOutcome.Done done -> finish(leased, job, changes, done.trace());
      case HookOutcome.Failed failed ->
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
      work.conclude(leased, node -> commit(node, job.id(), changes, result, trace));
      logs.keep(job.node(), job.payload().logs(), false);
    } catch (ConstraintViolationException | DataException e) {
      var why = "the database refused what the hooks changed: " + e.getSQLException().getMessage();
      fail(leased, job, ErrorCode.HOOK_FAILED, unfinished(why), trace);
    }
  }

  private void commit(
      Node node, UUID id, ChangeSet changes, Inventories.Stored result, Trace trace) {
    processing(node, id)
        .ifPresent(
            run -> {
              var now = clock.instant();
              var attributes = node.attributes();
              node.become(
                  attributes.withProperties(changes.applyProperties(attributes.properties())), now);
              commitPorts(node, changes);
              inventories.keep(run, result, now);
              end.finished(node, run, trace);
            });
  }

  private void commitPorts(Node node, ChangeSet changes) {
    var now = clock.instant();
    if (!changes.deletedPorts().isEmpty() || !changes.updatedPorts().isEmpty()) {
      changeStoredPorts(node, changes, now);
    }
    for (var port : changes.addedPorts()) {
      ports.addUnlessTaken(
          new Port(
              UUID.randomUUID(),
              node.id(),
              PortAttributes.found(
                  port.address(),
                  port.pxeEnabled(),
                  port.extra(),
                  port.localLinkConnection(),
                  port.physicalNetwork()),
              now));
    }
  }

  private void changeStoredPorts(Node node, ChangeSet changes, Instant now) {
    var stored = ports.of(node).stream().collect(toMap(Port::address, port -> port, (a, _) -> a));
    changes.deletedPorts().stream()
        .flatMap(mac -> Optional.ofNullable(stored.get(mac)).stream())
        .forEach(ports::remove);
    for (var port : changes.updatedPorts()) {
      var row = stored.get(port.address());
      if (row != null) {
        row.become(
            row.attributes()
                .with(
                    port.pxeEnabled(),
                    port.extra(),
                    port.localLinkConnection(),
                    port.physicalNetwork()),
            now);
      }
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
