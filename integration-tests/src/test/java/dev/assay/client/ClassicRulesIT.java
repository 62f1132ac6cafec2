package dev.assay.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.scenario.SharedStack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests Debian's openstacksdk against the classic Inspector API. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClassicRulesIT {
  private static final long LIMIT_SECONDS = 120;

  @Test
  void openstacksdk_manages_rules_at_every_version(@TempDir Path folder)
      throws IOException, InterruptedException {
    var script = folder.resolve("classic_rules.py");
    try (var in = ClassicRulesIT.class.getResourceAsStream("/client/classic_rules.py")) {
      Files.copy(Objects.requireNonNull(in), script);
    }
    var out = folder.resolve("out");
    var process =
        new ProcessBuilder(
                "/usr/bin/python3",
                script.toString(),
                SharedStack.emptied().api().address() + "/inspector")
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    var ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();

    assertThat(ended).as("ended in time").isTrue();
    var printed = Files.readString(out, StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as(printed).isZero();
    assertThat(printed).contains("all versions");
  }
}
