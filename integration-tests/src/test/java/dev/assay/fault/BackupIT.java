package dev.assay.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.PowerState;
import dev.assay.stack.ApiClient;
import dev.assay.stack.FreePorts;
import dev.assay.stack.Installation;
import dev.assay.stack.InstalledPostgres;
import dev.assay.stack.RedfishAccess;
import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Backup under load and restore on another server, with the commands of docs/operating.md. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BackupIT {
  private static final String DATABASE = "assay";
  private static final int AT_REST = 3;
  private static final int BUSY = 9;
  private static final int FINISHED_BEFORE_THE_DUMP = 12;
  private static final int UNDER_WAY_AT_THE_DUMP = 4;
  private static final String UNDER_WAY =
      "select count(*) from inspection where stage not in ('finished', 'error')";

  private static final Path FOLDER = Installation.emptyFolder("backup-servers");
  private static final int PORT = FreePorts.next();

  /** The server of which the dump is made, until it is lost. */
  private InstalledPostgres server = InstalledPostgres.start(FOLDER.resolve("first"), PORT);

  @AutoClose private final Stack stack;
  @AutoClose private final Rack rack;
  private final ApiClient api;

  private final List<String> created = Collections.synchronizedList(new ArrayList<>());
  private final ConcurrentLinkedQueue<Inspected> inspected = new ConcurrentLinkedQueue<>();
  private final Map<String, Integer> ordered = new ConcurrentHashMap<>();
  private volatile boolean loading = true;

  /** An inspection that a client has seen finished, with what it found. */
  private record Inspected(String node, String inspection, String inventory) {}

  BackupIT() {
    server.run("createdb", "-U", "postgres", "-O", InstalledPostgres.USER, DATABASE);
    stack =
        Stack.named("backup")
            .conductors(2)
            .ownBroker()
            .set("assay.database.url", server.url(DATABASE))
            .set("assay.database.username", InstalledPostgres.USER)
            .set("assay.conductor.inspect-wait-timeout", "15s")
            .set("assay.conductor.check-provision-state-interval", "1s")
            .set("assay.conductor.reorder-after", "5s")
            .start();
    api = stack.api();
    rack =
        Rack.of(
                RackPlan.to(stack.callbackUrl())
                    .kinds(HardwareKind.ONE_U_TWO_SOCKET)
                    .machines(AT_REST + BUSY)
                    .seed(71)
                    .bootTime(Duration.ofSeconds(1))
                    .powerDelay(Duration.ofMillis(20))
                    .timeScale(0.02)
                    .build())
            .start();
  }

  @Test
  void nothing_that_was_answered_before_the_dump_is_lost_and_nothing_is_stuck() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        AutoCloseable _ = () -> loading = false) { // before the threads are waited for
      var machines = rack.machines();
      var resting = machines.subList(0, AT_REST);
      for (var machine : resting) {
        var node = enrol(machine);
        inspect(node);
        await(machine.name() + " is off")
            .atMost(Duration.ofSeconds(30))
            .until(() -> machine.powerState() == PowerState.OFF);
      }
      var restingNodes = List.copyOf(created);
      var load = new ArrayList<Future<?>>();
      for (var machine : machines.subList(AT_REST, machines.size())) {
        load.add(threads.submit(() -> inspectAgainAndAgain(machine)));
      }
      await("inspections end and begin")
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  inspected.size() >= AT_REST + FINISHED_BEFORE_THE_DUMP
                      && count(UNDER_WAY) >= UNDER_WAY_AT_THE_DUMP);

      var createdBefore = List.copyOf(created);
      var inspectedBefore = List.copyOf(inspected);
      var orderedBefore = Map.copyOf(ordered);
      var dump = FOLDER.resolve("assay.dump").toString();
      server.run("pg_dump", "-U", InstalledPostgres.USER, "-Fc", "-f", dump, DATABASE);
      loading = false;
      for (var each : load) {
        each.get();
      }
      assertThat(inspected.size()).as("the load went on").isGreaterThan(inspectedBefore.size());
      var powerOns = resting.stream().map(it -> it.counters().powerOns()).toList();

      services().forEach(service -> service.process().stop());
      loseServers();
      server.run("createdb", "-U", "postgres", "-O", InstalledPostgres.USER, DATABASE);
      server.run(
          "pg_restore",
          "-U",
          InstalledPostgres.USER,
          "--exit-on-error",
          "--no-owner",
          "--single-transaction",
          "-d",
          DATABASE,
          dump);
      var underWay = count(UNDER_WAY);
      var messages = count("select count(*) from outbox");
      System.out.printf(
          "answered before the dump: %d nodes, %d inspections; in it: %d under way, %d messages%n",
          createdBefore.size(), inspectedBefore.size(), underWay, messages);
      assertThat(underWay).as("the dump was made under load").isPositive();
      services().forEach(Service::start);

      assertThat(createdBefore)
          .allSatisfy(node -> assertThat(api.get("/v1/nodes/" + node).status()).isEqualTo(200));
      assertThat(inspectedBefore).allSatisfy(this::isThere);
      assertThat(orderedBefore)
          .allSatisfy((node, times) -> assertThat(inspections(node)).isGreaterThanOrEqualTo(times));
      everythingEnds();
      assertThat(resting.stream().map(it -> it.counters().powerOns()).toList())
          .as("machines at rest are left alone")
          .isEqualTo(powerOns);
      assertThat(restingNodes).allSatisfy(node -> assertThat(inspections(node)).isEqualTo(1));
      inspect(restingNodes.getFirst());
    } finally {
      server.close();
    }
  }

  /** Also the broker's queues, of which no backup is needed. */
  private void loseServers() {
    server.close();
    server = InstalledPostgres.start(FOLDER.resolve("second"), PORT);
    stack.broker().control("stop_app");
    stack.broker().control("reset");
    stack.broker().control("start_app");
  }

  private void isThere(Inspected before) {
    var path = "/v1/nodes/%s/inspections/%s".formatted(before.node(), before.inspection());
    assertThat(api.get(path).require(200).json().path("stage").asText()).isEqualTo("finished");
    assertThat(api.get(path + "/inventory").require(200).json().path("inventory"))
        .hasToString(before.inventory());
  }

  private void everythingEnds() throws SQLException {
    await("every inspection and every message is done")
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                count(
                        """
                        select (select count(*) from inspection where stage not in ('finished', 'error'))
                          + (select count(*) from outbox)
                          + (select count(*) from node where provision_state not in
                              ('manageable', 'inspect failed', 'enroll'))
                        """)
                    == 0);
    assertThat(
            count(
                """
                select (select count(*) from inspection where stage = 'error'
                    and (error is null or error_code is null))
                  + (select count(*) from node where provision_state = 'inspect failed'
                    and last_error is null)
                """))
        .as("failures without a reason")
        .isZero();
  }

  /** Enrols other nodes meanwhile; returns how often the machine was inspected. */
  private int inspectAgainAndAgain(Machine machine) {
    var node = enrol(machine);
    int times = 0;
    for (; loading; times++) {
      created.add(api.createNode(Map.of("driver", "fake-hardware")));
      inspect(node);
    }
    return times;
  }

  private String enrol(Machine machine) {
    var node = RedfishAccess.enrol(api, machine);
    created.add(node);
    api.manage(node);
    return node;
  }

  private void inspect(String node) {
    api.order(node, "inspect");
    ordered.merge(node, 1, Integer::sum);
    api.awaitState(node, "manageable");
    var path = "/v1/nodes/" + node + "/inspections/latest";
    var inventory = api.get(path + "/inventory").require(200).json().path("inventory").toString();
    inspected.add(
        new Inspected(node, api.get(path).require(200).json().path("uuid").asText(), inventory));
  }

  private int inspections(String node) {
    return api.get("/v1/nodes/" + node + "/inspections")
        .require(200)
        .json()
        .path("inspections")
        .size();
  }

  private long count(String sql) throws SQLException {
    try (var connection = server.connect(DATABASE);
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private Stream<Service> services() {
    return Stream.concat(stack.apis().stream(), stack.conductors().stream());
  }
}
