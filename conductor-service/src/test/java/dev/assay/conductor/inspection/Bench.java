package dev.assay.conductor.inspection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.document.Digest;
import dev.assay.document.Document;
import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Inventories;
import dev.assay.inspection.Payloads;
import dev.assay.inspection.ReceivedLogs;
import dev.assay.inspection.SplitPayload;
import dev.assay.inspection.Trace;
import dev.assay.inspection.Traces;
import dev.assay.inventory.Inventory;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionState;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import dev.assay.port.Ports;
import dev.assay.statement.JoinedWrites;
import dev.assay.storedjson.CompressedJson;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * Creates nodes and inspections in the state in which a test begins, and reads their state
 * afterwards.
 */
@ApplicationScoped
class Bench {
  static final Duration LONG = Duration.ofMinutes(10);

  @Inject Nodes nodes;
  @Inject Inspections inspections;
  @Inject Payloads payloads;
  @Inject ReceivedLogs logs;
  @Inject Inventories inventories;
  @Inject Traces traces;
  @Inject Ports ports;
  @Inject NodeLease nodeLease;
  @Inject Clock clock;
  @Inject Session database;

  /** A node and its run. */
  record Run(NodeId node, UUID inspection) {}

  /** The state that a test compares. */
  record State(
      String provisionState,
      @Nullable String lastError,
      String stage,
      @Nullable String reservation,
      ObjectNode properties,
      List<String> macs,
      boolean inventory,
      @Nullable String errorCode,
      List<String> timeline) {}

  /** No node at all. */
  void clear() {
    inTransaction(() -> database.createNativeMutationQuery("delete from node").executeUpdate());
  }

  /** A node in inspecting whose run is to be started. */
  Run starting(ObjectNode driverInfo) {
    return starting(driverInfo, "agent");
  }

  /** As above, of a node of another driver whose BMC is asked. */
  Run starting(String driver, String inspectInterface, ObjectNode driverInfo) {
    var attributes = Fixtures.of(driver, inspectInterface, driverInfo);
    return starting(attributes, Inspection.Cause.OUT_OF_BAND, inspectInterface);
  }

  private Run starting(ObjectNode driverInfo, String inspectInterface) {
    var attributes = Fixtures.attributes(null, driverInfo);
    return starting(attributes, Inspection.Cause.REQUESTED, inspectInterface);
  }

  private Run starting(NodeAttributes attributes, Inspection.Cause cause, String inspectInterface) {
    return inTransaction(
        () -> {
          var node =
              new Node(
                  NodeId.random(), attributes, ProvisionState.MANAGEABLE, false, clock.instant());
          nodes.add(node);
          node.move(ProvisionEvent.INSPECT, clock.instant());
          var run = new Inspection(node, cause, inspectInterface, "req-1", clock.instant(), LONG);
          inspections.begin(run);
          return new Run(node.uuid(), run.uuid());
        });
  }

  /** A node in inspect wait, findable by an address; data must come within {@code limit}. */
  Run waiting(Duration limit) {
    return waiting(limit, "agent");
  }

  private Run waiting(Duration limit, String inspectInterface) {
    var run = starting(StoredJson.object(), inspectInterface);
    inTransaction(
        () -> {
          var node = nodes.findForUpdate(run.node()).orElseThrow();
          node.move(ProvisionEvent.WAIT, clock.instant());
          var row = inspections.active(node).orElseThrow();
          row.await(clock.instant(), limit);
          inspections.findableBy(node, List.of("192.0.2.1"));
          return row;
        });
    return run;
  }

  /** A manageable node with a port, and an inspection of it that the classic API started. */
  Run classic(boolean manageBoot) {
    return classic(manageBoot, List.of("52:54:00:00:00:01"));
  }

  /** As above, with these addresses as ports. */
  Run classic(boolean manageBoot, List<String> macs) {
    return inTransaction(
        () -> {
          var node = Fixtures.node(ProvisionState.MANAGEABLE, clock.instant());
          nodes.add(node);
          for (var mac : macs) {
            var port =
                PortAttributes.found(
                    MacAddress.of(mac), true, StoredJson.object(), StoredJson.object(), null);
            ports.add(new Port(UUID.randomUUID(), node.id(), port, clock.instant()));
          }
          var row = Inspection.classic(node, manageBoot, "req-1", clock.instant(), LONG);
          inspections.begin(row);
          return new Run(node.uuid(), row.uuid());
        });
  }

  /** The data {@code body} came for an inspection that the classic API started and that waits. */
  void received(Run run, String body) {
    inTransaction(
        () -> {
          var row = inspections.find(run.inspection()).orElseThrow();
          row.accept(List.of(), clock.instant(), LONG);
          keep(row, body);
          return row;
        });
  }

  /** The operator gave up a waiting inspection that the classic API started. */
  void abort(Run run) {
    inTransaction(
        () -> {
          var row = inspections.find(run.inspection()).orElseThrow();
          row.abort(clock.instant(), LONG);
          nodes.findForUpdate(run.node()).orElseThrow().powerOffAfter(row.uuid());
          return row;
        });
  }

  /** A node in inspecting with data to be processed. */
  Run processing(String body) {
    return processing(body, "agent");
  }

  /** As above, of a node with another inspect interface. */
  Run processing(String body, String inspectInterface) {
    var run = waiting(LONG, inspectInterface);
    inTransaction(
        () -> {
          var node = nodes.findForUpdate(run.node()).orElseThrow();
          node.move(ProvisionEvent.RESUME, clock.instant());
          var row = inspections.active(node).orElseThrow();
          row.accept(List.of(), clock.instant(), LONG);
          keep(row, body);
          return row;
        });
    return run;
  }

  /** A node in inspecting whose run began with {@code body}, which is to be processed. */
  Run replayed(String body) {
    return inTransaction(
        () -> {
          var node =
              new Node(
                  NodeId.random(),
                  Fixtures.attributes(null, StoredJson.object()),
                  ProvisionState.MANAGEABLE,
                  false,
                  clock.instant());
          nodes.add(node);
          node.move(ProvisionEvent.INSPECT, clock.instant());
          var row = Inspection.ofData(node, "req-1", clock.instant(), LONG);
          inspections.begin(row);
          row.accept(List.of(), clock.instant(), LONG);
          keep(row, body);
          return new Run(node.uuid(), row.uuid());
        });
  }

  /** A node in enroll, made for {@code body}, which is to be processed. */
  Run discovered(String body) {
    return inTransaction(
        () -> {
          var node =
              new Node(
                  NodeId.random(),
                  Fixtures.attributes(null, StoredJson.object()),
                  ProvisionState.ENROLL,
                  true,
                  clock.instant());
          nodes.add(node);
          var row = Inspection.discovered(node, "req-1", clock.instant(), LONG);
          inspections.begin(row);
          row.accept(List.of(), clock.instant(), LONG);
          keep(row, body);
          return new Run(node.uuid(), row.uuid());
        });
  }

  /** The ramdisk sent these logs, too. */
  void logs(Run run, byte[] archive) {
    inTransaction(
        () -> {
          var row = inspections.find(run.inspection()).orElseThrow();
          var keep = new JoinedWrites();
          logs.keep(row, archive, clock.instant(), keep);
          keep.run(database);
          return archive;
        });
  }

  /** As after the death of a conductor that had ended the inspection. */
  void powerOffIsDue(Run run) {
    inTransaction(
        () -> {
          var node = nodes.findForUpdate(run.node()).orElseThrow();
          node.powerOffAfter(run.inspection());
          node.work().ordered(LONG);
          return node;
        });
  }

  /** True while the logs are in the database. */
  boolean hasLogs(Run run) {
    return inTransaction(
        () -> {
          try {
            return logs.copy(run.inspection(), OutputStream.nullOutputStream());
          } catch (IOException _) {
            return false; // dropped meanwhile
          }
        });
  }

  private void keep(Inspection row, String body) {
    var bytes = body.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    payloads.keep(row, SplitPayload.of(bytes), clock.instant());
  }

  /** Puts these bytes in the place of the payload. */
  void storePayload(Run run, byte[] bytes) {
    inTransaction(
        () ->
            database
                .createNativeMutationQuery(
                    """
                    update inspection_payload set body = ?2, rest = null where inspection_id =
                      (select id from inspection where uuid = ?1)
                    """)
                .setParameter(1, run.inspection())
                .setParameter(2, bytes)
                .executeUpdate());
  }

  /** Puts this encrypted value in the place of the node's driver_info. */
  void storeDriverInfo(Run run, String sealed) {
    inTransaction(
        () ->
            database
                .createNativeMutationQuery(
                    "update node set driver_info = to_jsonb(cast(?1 as text)) where uuid = ?2")
                .setParameter(1, sealed)
                .setParameter(2, run.node().uuid())
                .executeUpdate());
  }

  /** An inventory of before, of which {@code length} bytes are left. */
  void storeInventory(Run run, byte[] bytes, int length) {
    inTransaction(
        () -> {
          var row = inspections.find(run.inspection()).orElseThrow();
          var damaged = new CompressedJson(java.util.Arrays.copyOf(bytes, length));
          var document = new Document(Digest.of(bytes, 0, length), Optional.of(damaged), 0);
          var result = new Inventories.Result(document, document);
          inventories.keep(row, result, Optional.empty(), clock.instant());
          return row;
        });
  }

  /** The operator gave up: stage aborting. */
  Run aborting() {
    var run = waiting(LONG);
    inTransaction(
        () -> {
          var node = nodes.findForUpdate(run.node()).orElseThrow();
          var now = clock.instant();
          node.move(ProvisionEvent.ABORT, now);
          node.fail("Inspection was aborted by request.", now);
          var row = inspections.active(node).orElseThrow();
          row.abort(clock.instant(), LONG);
          node.powerOffAfter(row.uuid());
          return row;
        });
    return run;
  }

  /** The deadline of its stage has passed. */
  void overdue(Run run) {
    inTransaction(
        () -> {
          var row = inspections.find(run.inspection()).orElseThrow();
          row.giveTime(Duration.ofMillis(-1));
          return row;
        });
  }

  State state(Run run) {
    return inTransaction(
        () -> {
          var node = nodes.find(run.node()).orElseThrow();
          var row = inspections.find(run.inspection()).orElseThrow();
          return new State(
              node.provisionState().wire(),
              node.lastError(),
              row.stage().wire(),
              node.reservation(),
              node.attributes().properties(),
              ports.of(node).stream().map(port -> port.address().text()).toList(),
              inventories.find(node.id()).isPresent(),
              row.errorCode(),
              row.timeline().stream().map(Inspection.Reached::stage).toList());
        });
  }

  /** The node as it is now. */
  Node node(Run run) {
    return node(run.node());
  }

  /** A node in {@code state}, without a run; its UUID. */
  NodeId node(ProvisionState state) {
    return inTransaction(
        () -> {
          var node = Fixtures.node(state, clock.instant());
          nodes.add(node);
          return node.uuid();
        });
  }

  /** The node as it is now. */
  Node node(NodeId id) {
    return inTransaction(() -> nodes.find(id).orElseThrow());
  }

  /** Changes the node. */
  void edit(NodeId id, Consumer<Node> change) {
    QuarkusTransaction.requiringNew()
        .run(() -> change.accept(nodes.findForUpdate(id).orElseThrow()));
  }

  Instant now() {
    return clock.instant();
  }

  /** Another node, of that name. */
  void named(String name) {
    inTransaction(
        () -> {
          var node =
              new Node(
                  NodeId.random(),
                  Fixtures.attributes(name, StoredJson.object()),
                  ProvisionState.MANAGEABLE,
                  false,
                  clock.instant());
          nodes.add(node);
          return node;
        });
  }

  /** The port of the node with that address. */
  Port port(Run run, String mac) {
    return inTransaction(() -> ports.findByAddress(MacAddress.of(mac)).orElseThrow());
  }

  /** How many calls are to be made because of the run. */
  long calls(Run run) {
    return inTransaction(
        () ->
            ((Number)
                    database
                        .createNativeQuery(
                            """
                            select count(*) from api_call c
                            join inspection i on i.id = c.inspection_id where i.uuid = ?1
                            """,
                            Object[].class)
                        .setParameter(1, run.inspection())
                        .getSingleResult()[0])
                .longValue());
  }

  /** What was done to the data. */
  Trace trace(Run run) {
    return inTransaction(() -> traces.of(inspections.find(run.inspection()).orElseThrow()));
  }

  /** The address of the interface that {@code sample} booted from. */
  static String macOf(String sample) {
    var inventory = StoredJson.read(sample(sample), JsonNode.class).path("inventory");
    return new Inventory(inventory).macs().getFirst().text();
  }

  /** What was kept beside the inventory. */
  JsonNode pluginData(Run run) {
    return inTransaction(
        () ->
            StoredJson.read(
                new String(
                    inventories
                        .find(nodes.find(run.node()).orElseThrow().id())
                        .orElseThrow()
                        .pluginData()
                        .read()
                        .json(),
                    java.nio.charset.StandardCharsets.UTF_8),
                JsonNode.class));
  }

  /** Somebody else holds the node for {@code ttl}. */
  void holdAsOther(Run run, Duration ttl) {
    inTransaction(
        () ->
            nodeLease
                .acquire(nodes.findForUpdate(run.node()).orElseThrow(), "c2", ttl)
                .orElseThrow());
  }

  static String sample(String name) {
    try (var in = Bench.class.getResourceAsStream("/samples/" + name)) {
      return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> T inTransaction(java.util.concurrent.Callable<T> work) {
    return QuarkusTransaction.requiringNew().call(work);
  }
}
