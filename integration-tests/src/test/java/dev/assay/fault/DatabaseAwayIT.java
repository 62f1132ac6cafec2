package dev.assay.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.stack.ApiClient;
import dev.assay.stack.Server;
import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Services that start without their database, or lose it while they work. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DatabaseAwayIT {
  @AutoClose
  static final Stack STACK =
      Stack.named("database-away")
          .conductors(1)
          .filters(1)
          .set("assay.inspector.require-managed-boot", false)
          .start();

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String AWAY = "The database cannot be reached";
  private static final String BACK = "The database is reached again, after ";

  private final ApiClient api = STACK.api();

  @AfterEach
  void everything_runs() {
    if (!STACK.database().isAlive()) {
      STACK.database().restart();
    }
    services().filter(each -> !each.process().isAlive()).forEach(each -> each.process().launch());
    services().forEach(each -> each.process().awaitReady());
  }

  @Test
  void services_that_start_before_the_database_wait_for_it() {
    services().forEach(each -> each.process().stop());
    STACK.database().kill();
    var logs = services().map(each -> new LogTail(each.process())).toList();

    services().forEach(each -> each.process().launch());
    logs.forEach(log -> log.awaitLine(AWAY));
    await("they wait")
        .during(Duration.ofSeconds(3))
        .atMost(Duration.ofSeconds(10))
        .until(
            () ->
                services().allMatch(each -> each.process().isAlive() && !each.process().isReady()));
    STACK.database().restart();

    services().forEach(each -> each.process().awaitReady());
    for (var log : logs) {
      assertThat(log.warnings()).as(log.name()).singleElement().asString().contains(AWAY);
      log.awaitLine(BACK);
    }
    assertThat(api.get("/v1/nodes").status()).isEqualTo(200);
  }

  @Test
  void a_service_that_waits_for_the_database_stops_when_it_is_told_to() {
    for (var service : List.of(STACK.apis().getFirst(), STACK.conductors().getFirst())) {
      service.process().stop();
    }
    STACK.database().kill();
    for (var service : List.of(STACK.apis().getFirst(), STACK.conductors().getFirst())) {
      var log = new LogTail(service.process());
      service.process().launch();
      log.awaitLine(AWAY);

      var begun = System.nanoTime();
      assertThat(service.process().stop()).as(service.name()).isIn(0, 143);
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .as(service.name())
          .isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void a_service_that_the_database_refuses_ends_at_once() throws SQLException {
    var conductor = STACK.conductors().getFirst().process();
    conductor.stop();
    try (var connection = STACK.database().connect();
        var statement = connection.createStatement()) {
      statement.execute("alter role postgres nologin");
      try {
        var log = new LogTail(conductor);
        conductor.launch();
        assertThat(conductor.awaitExit(LIMIT)).isEqualTo(1);
        log.awaitLine("is not permitted to log in");
      } finally {
        statement.execute("alter role postgres login");
      }
    }
  }

  @Test
  void an_outage_is_one_warning_of_each_service_and_no_error() {
    var nodes = new ArrayList<String>();
    for (int i = 0; i < 30; i++) {
      nodes.add(node());
    }
    var logs = services().map(each -> new LogTail(each.process())).toList();
    nodes.forEach(node -> api.order(node, "manage"));

    STACK.database().kill();
    await("requests are refused").atMost(LIMIT).until(() -> api.get("/v1/nodes").status() == 503);
    logs.forEach(log -> log.awaitLine(AWAY));
    await("they stay refused")
        .during(Duration.ofSeconds(10))
        .atMost(Duration.ofSeconds(20))
        .until(() -> api.get("/v1/nodes").status() == 503);
    STACK.database().restart();

    logs.forEach(log -> log.awaitLine(BACK));
    nodes.forEach(node -> api.awaitState(node, "manageable", LIMIT));
    for (var log : logs) {
      assertThat(log.warnings()).as(log.name()).singleElement().asString().contains(AWAY);
      assertThat(log.lines(BACK)).as(log.name()).hasSize(1);
    }
  }

  @Test
  void orders_are_accepted_while_the_only_conductor_restarts() {
    var conductor = STACK.conductors().getFirst();
    var verified = node();
    var inspected = node();
    api.order(inspected, "manage");
    api.awaitState(inspected, "manageable", LIMIT);

    conductor.process().kill();
    await("it counts as dead")
        .atMost(LIMIT)
        .until(
            () ->
                !api.get("/v1/conductors/conductor-1")
                    .require(200)
                    .json()
                    .path("alive")
                    .asBoolean());
    api.order(verified, "manage");
    api.order(inspected, "inspect");
    var created = node();
    api.order(created, "manage");
    conductor.start();

    api.awaitState(verified, "manageable", LIMIT);
    api.awaitState(created, "manageable", LIMIT);
    api.awaitState(inspected, "inspect wait", LIMIT);
  }

  private String node() {
    return api.createNode(Map.of("driver", "fake-hardware", "inspect_interface", "agent"));
  }

  private static Stream<Service> services() {
    return Stream.of(STACK.apis(), STACK.conductors(), STACK.filters()).flatMap(List::stream);
  }

  /** What a process logs from now on. */
  private static final class LogTail {
    private final Server process;
    private final int from;

    LogTail(Server process) {
      this.process = process;
      this.from = all().size();
    }

    String name() {
      return process.name();
    }

    List<String> lines(String text) {
      return all().stream().skip(from).filter(line -> line.contains(text)).toList();
    }

    List<String> warnings() {
      return all().stream()
          .skip(from)
          .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
          .toList();
    }

    void awaitLine(String text) {
      await(process.name() + " logs: " + text).atMost(LIMIT).until(() -> !lines(text).isEmpty());
    }

    private List<String> all() {
      try {
        return Files.readAllLines(process.log(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
