package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.secret.KeyFile;
import dev.assay.stack.Installation;
import dev.assay.stack.LoadBalancer;
import dev.assay.stack.PostgresServer;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The examination of a whole installation, as an operator runs it before production. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class) // the last one leaves a broken installation
class DeploymentDoctorIT {
  @AutoClose
  private static final Stack STACK =
      Stack.named("deployment-doctor")
          .apis(2)
          .conductors(2)
          .managed()
          .set("assay.api.trusted-proxies", "127.0.0.1")
          .start();

  @AutoClose private static final LoadBalancer BALANCER = LoadBalancer.before(STACK);

  /** What the command printed, and its exit status. */
  private record Outcome(int status, String text) {
    /** The result of a check: OK, WARNING, ERROR or -. */
    String of(String check) {
      var line = Pattern.compile("(?m)^  (\\S+) +" + check + "  ").matcher(text);
      return line.find() ? line.group(1) : "no line";
    }
  }

  @Test
  @Order(1)
  void a_complete_installation_has_no_error() throws Exception {
    await("HAProxy sends requests to both")
        .atMost(Duration.ofSeconds(30))
        .until(() -> BALANCER.command("show stat api 4 -1").split(",UP,", -1).length == 3);

    var outcome = examine(everything());

    assertThat(outcome.status()).as(outcome.text()).isZero();
    assertThat(outcome.text()).contains("Errors: 0,").doesNotContain("could not be checked");
    for (var check :
        List.of(
            "public-url",
            "forged-headers",
            "internal-paths",
            "conductor",
            "conductor-spare",
            "api-services",
            "process-ready",
            "process-metrics",
            "database-version",
            "database-primary",
            "database-durability",
            "database-clock",
            "schema",
            "conductor-versions",
            "outbox",
            "deadlines",
            "secrets",
            "secret-keys",
            "retention",
            "broker-alarms",
            "broker-queues",
            "broker-backlog")) {
      assertThat(outcome.of(check)).as(check + " in" + outcome.text()).isEqualTo("OK");
    }
    // What this test's own stack does without.
    for (var check :
        List.of(
            "authentication",
            "database-standby",
            "database-user",
            "database-password",
            "broker-nodes",
            "broker-user")) {
      assertThat(outcome.of(check)).as(check + " in" + outcome.text()).isEqualTo("WARNING");
    }
  }

  @Test
  @Order(2)
  void parts_that_do_not_answer_are_errors_and_the_others_are_examined() throws Exception {
    var outcome =
        examine(
            List.of(
                "--haproxy", "http://127.0.0.1:1",
                "--database", "jdbc:postgresql://127.0.0.1:1/assay",
                "--broker", "http://127.0.0.1:1",
                "--process", "http://127.0.0.1:1"));

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.of("api-services")).isEqualTo("ERROR");
    assertThat(outcome.of("database")).isEqualTo("ERROR");
    assertThat(outcome.of("broker")).isEqualTo("ERROR");
    assertThat(outcome.of("process-ready")).isEqualTo("ERROR");
    assertThat(outcome.of("conductor")).isEqualTo("OK");
  }

  @Test
  @Order(3)
  void what_is_wrong_is_told(@TempDir Path folder) throws Exception {
    var other = folder.resolve("other.keys");
    KeyFile.add(other, false);
    execute("alter role postgres set synchronous_commit = off");
    STACK.apis().getLast().process().kill();
    STACK.conductors().getLast().process().kill();
    await("both are noticed")
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                BALANCER.command("show stat api 4 -1").contains(",DOWN,")
                    && !STACK
                        .api()
                        .get("/v1/conductors/conductor-2")
                        .json()
                        .path("alive")
                        .asBoolean());

    var arguments = new ArrayList<>(everything());
    arguments.addAll(List.of("--key-file", other.toString()));
    var outcome = examine(arguments);

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.of("database-durability")).as(outcome.text()).isEqualTo("ERROR");
    assertThat(outcome.of("secret-keys")).isEqualTo("ERROR");
    assertThat(outcome.of("process-ready")).isEqualTo("OK");
    assertThat(outcome.text()).containsPattern("ERROR +process-ready");
    assertThat(outcome.of("api-services")).isEqualTo("WARNING");
    assertThat(outcome.of("conductor-spare")).isEqualTo("WARNING");
    assertThat(outcome.text())
        .contains("synchronous_commit = off:")
        .contains("not running: conductor-2")
        .contains("api-2 DOWN");
  }

  private static List<String> everything() {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("--haproxy", BALANCER.statistics()));
    arguments.addAll(List.of("--database", STACK.database().url()));
    arguments.addAll(List.of("--broker", STACK.broker().managementUrl()));
    for (var services : List.of(STACK.apis(), STACK.conductors())) {
      services.forEach(it -> arguments.addAll(List.of("--process", it.address())));
    }
    return arguments;
  }

  private static Outcome examine(List<String> arguments) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                Installation.root() + "/deploy/assay",
                "doctor",
                "--deployment",
                "--url",
                BALANCER.address(),
                "--database-user",
                PostgresServer.USER));
    command.addAll(arguments);
    if (!arguments.contains("--key-file")) {
      command.addAll(List.of("--key-file", STACK.keyFile().toString()));
    }
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("ASSAY_BROKER_PASSWORD", "guest");
    var process = builder.start();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), text);
  }

  private static void execute(String... statements) throws SQLException {
    try (var connection = STACK.database().connect();
        var statement = connection.createStatement()) {
      for (var sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
