package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.secret.KeyFile;
import dev.assay.stack.FreePorts;
import dev.assay.stack.Installation;
import dev.assay.stack.PostgresServer;
import dev.assay.stack.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The schema is changed by a step before the services, which wait for it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SchemaMigrationIT {
  private static final Path FOLDER = Installation.emptyFolder("schema-migration").toAbsolutePath();
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @AutoClose
  static final PostgresServer DATABASE = PostgresServer.start(FOLDER.resolve("postgres"));

  @Test
  void several_steps_at_once_succeed_and_need_no_broker_while_a_service_waits_for_them()
      throws IOException {
    var keys = FOLDER.resolve("secrets.keys");
    KeyFile.add(keys, false);
    try (var waiting = service("waiting", "never", "-Dassay.secrets.key-file=" + keys)) {
      waiting.launch();
      awaitLine(waiting, "lacks");
      assertThat(tables()).isZero();

      var steps = Stream.of("step-1", "step-2", "step-3").map(it -> service(it, "only")).toList();
      steps.forEach(Server::launch);
      steps.forEach(step -> assertThat(step.awaitExit(LIMIT)).as(step.name()).isZero());

      assertThat(tables()).isPositive();
      assertThat(waiting.isAlive()).isTrue();
      awaitLine(waiting, "started in");
    }
  }

  private static long tables() {
    return DATABASE.count(
        "select count(*) from information_schema.tables where table_name = 'inspection'");
  }

  private static void awaitLine(Server server, String text) {
    await(text).atMost(LIMIT).until(() -> Files.readString(server.log()).contains(text));
  }

  private static Server service(String name, String migrate, String... further) {
    var command = new ArrayList<String>();
    command.add(Installation.java().toString());
    command.addAll(List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    Map.of(
            "assay.schema.migrate",
            migrate,
            "assay.database.url",
            DATABASE.url(),
            "assay.database.username",
            PostgresServer.USER,
            "assay.database.password",
            "",
            "assay.broker.port",
            FreePorts.next(), // nothing is there
            "assay.api.port",
            FreePorts.next())
        .forEach((option, value) -> command.add("-D" + option + "=" + value));
    command.addAll(List.of(further));
    command.addAll(List.of("-jar", Installation.application("api-service").toString()));
    return new Server(name, command, Map.of(), FOLDER.resolve(name + ".log"), () -> true);
  }
}
