package dev.assay.api.testing;

import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Payloads;
import dev.assay.inspection.ReceivedLogs;
import dev.assay.inspection.Stage;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionState;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import dev.assay.port.Ports;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.Session;

/** Nodes with a port and, on request, an inspection that waits. */
@ApplicationScoped
public class Machines {
  /** A stored node; {@code bmc} is empty when it is not known by one. */
  public record Machine(NodeId node, String mac, String bmc) {}

  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30Z");
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final AtomicInteger NUMBER = new AtomicInteger(1);

  private final Nodes nodes;
  private final Ports ports;
  private final Inspections inspections;
  private final Payloads payloads;
  private final ReceivedLogs logs;
  private final NodeLease lease;
  private final Session database;

  Machines(
      Nodes nodes,
      Ports ports,
      Inspections inspections,
      Payloads payloads,
      ReceivedLogs logs,
      NodeLease lease,
      Session database) {
    this.nodes = nodes;
    this.ports = ports;
    this.inspections = inspections;
    this.payloads = payloads;
    this.logs = logs;
    this.lease = lease;
    this.database = database;
  }

  /** Another one each time. */
  public int number() {
    return NUMBER.incrementAndGet();
  }

  /** In inspect wait. */
  public Machine waiting() {
    return waiting("");
  }

  /** In inspect wait, known by a BMC address, too. */
  public Machine waiting(String bmc) {
    return in(
        () -> {
          var machine = store(ProvisionState.MANAGEABLE, bmc);
          var node = node(machine);
          node.move(ProvisionEvent.INSPECT, NOW);
          node.move(ProvisionEvent.WAIT, NOW);
          var run = new Inspection(node, Inspection.Cause.REQUESTED, "agent", null, NOW, LIMIT);
          run.await(NOW, LIMIT);
          inspections.begin(run);
          database.flush();
          inspections.findableBy(node, bmc.isEmpty() ? List.of() : List.of(bmc));
          return machine;
        });
  }

  /** In {@code state}, without an inspection. */
  public Machine in(ProvisionState state) {
    return in(() -> store(state, ""));
  }

  private Machine store(ProvisionState state, String bmc) {
    var node = Fixtures.node(state, NOW);
    nodes.add(node);
    var mac =
        MacAddress.of("52:54:00:%06x".formatted(number()).replaceAll("(..)(..)(..)$", "$1:$2:$3"));
    ports.add(
        new Port(
            UUID.randomUUID(),
            node.id(),
            PortAttributes.found(mac, true, StoredJson.object(), StoredJson.object(), null),
            NOW));
    return new Machine(node.uuid(), mac.text(), bmc);
  }

  /** A conductor works on it. */
  public void lease(Machine machine) {
    in(() -> lease.acquire(node(machine), "c1", Duration.ofMinutes(5)).orElseThrow());
  }

  /** Its agent is forgotten, as when its inspection ends. */
  public void forgetAgent(Machine machine) {
    in(
        () -> {
          node(machine).agentToken(null);
          return null;
        });
  }

  public ProvisionState state(Machine machine) {
    return in(() -> node(machine).provisionState());
  }

  /** driver_internal_info as text. */
  public String internalInfo(Machine machine) {
    return in(() -> node(machine).driverInternalInfo().toString());
  }

  public Stage stage(Machine machine) {
    return in(() -> run(machine).stage());
  }

  /** The stored body of the callback. */
  public String payload(Machine machine) {
    return in(
        () ->
            new String(
                payloads
                    .find(run(machine), Long.MAX_VALUE)
                    .orElseThrow()
                    .body()
                    .orElseThrow()
                    .read()
                    .json(),
                StandardCharsets.UTF_8));
  }

  /** The stored logs of the ramdisk; empty for none. */
  public Optional<byte[]> logs(Machine machine) {
    return in(
        () -> {
          var archive = new ByteArrayOutputStream();
          try {
            return logs.copy(run(machine).uuid(), archive)
                ? Optional.of(archive.toByteArray())
                : Optional.empty();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** What waits in the outbox for it. */
  public List<String> messages(Machine machine) {
    return in(
        () ->
            database
                .createNativeQuery("select body from outbox where body like ?1", String.class)
                .setParameter(1, "%" + machine.node() + "%")
                .getResultList());
  }

  private Node node(Machine machine) {
    return nodes.find(machine.node()).orElseThrow();
  }

  private Inspection run(Machine machine) {
    return inspections.latest(node(machine)).orElseThrow();
  }

  private static <T> T in(Callable<T> work) {
    return QuarkusTransaction.requiringNew().call(work);
  }
}
