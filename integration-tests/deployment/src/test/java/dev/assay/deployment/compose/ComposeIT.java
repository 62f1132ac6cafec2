package dev.assay.deployment.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.deployment.engine.Images;
import dev.assay.deployment.engine.Podman;
import dev.assay.deployment.engine.Program;
import dev.assay.stack.FreePorts;
import dev.assay.stack.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The files in {@code deploy/compose}, with podman-compose. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@EnabledIfSystemProperty(
    named = "assay.deployment.full",
    matches = "true",
    disabledReason = "builds images and takes minutes: -Dassay.deployment.full=true runs it")
class ComposeIT {
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final String SIMULATOR = "assay-compose-it_simulator_1";

  /** User admin with the password of {@code .env} below. */
  private static final String HTPASSWD =
      "admin:$2y$05$d6BcGn12cixrCaDwDppOEemlr3RRbBMWROqGfofCtB5yTBk8.Wmqe\n";

  @Test
  void a_host_with_compose_inspects_simulated_machines_and_keeps_its_keys() throws IOException {
    Images.build();
    var folder = folder();
    try {
      compose(folder, "up", "-d");
      awaitMachines();
      var keys = keys();

      compose(folder, "down");
      compose(folder, "up", "-d");
      awaitMachines();

      assertThat(log()).contains("found again");
      assertThat(keys()).isEqualTo(keys);
    } finally {
      compose(folder, "down", "-v");
    }
  }

  private static void awaitMachines() {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(() -> assertThat(log()).contains("8 of 8 machines inspected"));
  }

  private static Path folder() throws IOException {
    var folder = Installation.emptyFolder("assay-compose-it").toAbsolutePath();
    var sources = Installation.root().resolve("deploy/compose");
    for (var name : List.of("compose.yaml", "simulator.yaml")) {
      Files.copy(sources.resolve(name), folder.resolve(name));
    }
    var settings =
        Files.readString(sources.resolve("env.example"))
            .replace("ASSAY_DATABASE_PASSWORD=", "ASSAY_DATABASE_PASSWORD=of-a-test")
            .replace("ASSAY_BROKER_PASSWORD=", "ASSAY_BROKER_PASSWORD=of-a-test")
            .replace("#OS_PASSWORD=", "OS_PASSWORD=secret")
            .replace("#ASSAY_TAG=0.1.0-SNAPSHOT", "ASSAY_TAG=" + Images.TAG)
            .replace("#ASSAY_PORT=6385", "ASSAY_PORT=" + FreePorts.next());
    var bases =
        "ASSAY_POSTGRES_IMAGE=%s%nASSAY_RABBITMQ_IMAGE=%s%n"
            .formatted(Images.POSTGRES, Images.RABBITMQ);
    Files.writeString(folder.resolve(".env"), settings + bases);
    Files.writeString(folder.resolve("htpasswd"), HTPASSWD);
    return folder;
  }

  private static void compose(Path folder, String... arguments) {
    var script = new ArrayList<String>();
    script.addAll(List.of("sh", "-euc", "cd \"$0\"; exec podman-compose \"$@\""));
    script.add(folder.toString());
    script.addAll(List.of("-f", "compose.yaml", "-f", "simulator.yaml"));
    script.addAll(List.of(arguments));
    Program.require(script);
  }

  private static String log() {
    return Podman.attempt("", "logs", SIMULATOR).output();
  }

  private static String keys() {
    return Podman.run("exec", "assay-compose-it_api_1", "cat", "/keys/secrets.keys");
  }
}
