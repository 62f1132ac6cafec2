package dev.assay.deployment.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.deployment.engine.Program;
import dev.assay.stack.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * With which options {@code deploy/launch.sh} starts Java, for which a script stands here that
 * prints them, and writes a cache when it is asked for one.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LauncherTest {
  private static final String JAVA =
      """
      #!/bin/sh
      printf '%s\\n' "$*"
      [ -z "${JAVA_FAILS:-}" ] || exit 1
      for option; do
        case $option in -XX:AOTCacheOutput=*) echo trained >"${option#*=}" ;; esac
      done
      """;

  private Path folder;
  private Path application;
  private Path cache;

  @BeforeEach
  void makeApplication(@TempDir Path empty) throws IOException {
    folder = empty;
    var java = Files.createDirectories(folder.resolve("java/bin")).resolve("java");
    Files.writeString(java, JAVA);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectories(folder.resolve("java/lib"));
    Files.writeString(folder.resolve("java/lib/modules"), "");
    application = Files.createDirectories(folder.resolve("application"));
    Files.writeString(application.resolve("quarkus-run.jar"), "");
    cache = folder.resolve("cache/assay.aot");
  }

  @Test
  void without_a_cache_it_starts_plainly() {
    assertThat(launch("", "serve").output()).doesNotContain("AOT").contains("-jar ", " serve");
  }

  @Test
  void training_runs_a_demo_with_data_of_its_own_and_later_starts_use_its_cache() {
    var training = launch("", "train --port 7000");

    assertThat(training.status()).isZero();
    assertThat(training.output()).contains("Written: " + cache);
    assertThat(cache).hasContent("trained");
    assertThat(launch("", "serve").output())
        .contains("-XX:AOTCache=" + cache)
        .doesNotContain("of another build");
  }

  @Test
  void a_training_that_fails_leaves_the_cache_and_says_why() throws IOException {
    Files.createDirectories(cache.getParent());
    Files.writeString(cache, "of before");

    var training = launch("export JAVA_FAILS=yes", "train --port 7000");

    assertThat(training.status()).isEqualTo(1);
    assertThat(training.output())
        .contains("demo --machines 40 --exit --data ", "--port 7000", "the training failed");
    assertThat(cache).hasContent("of before");
    try (var files = Files.list(cache.getParent())) {
      assertThat(files).containsExactly(cache);
    }
  }

  @Test
  void a_cache_of_another_build_is_not_used_and_the_start_says_so() throws IOException {
    launch("", "train");
    Files.writeString(application.resolve("later.jar"), "");

    assertThat(launch("", "serve").output())
        .contains("without the AOT cache, which is of another build: assay train")
        .doesNotContain("-XX:AOTCache=");
    assertThat(launch("", "doctor").output()).doesNotContain("AOT");
  }

  @Test
  void the_user_may_choose_another_cache() {
    launch("", "train");

    assertThat(launch("export ASSAY_JAVA_OPTS=-XX:AOTCache=mine", "serve").output())
        .contains("-XX:AOTCache=mine")
        .doesNotContain(cache.toString());
  }

  private Program.Result launch(String before, String arguments) {
    var script =
        """
        set -eu
        say() { printf '%%s\\n' "$*" >&2; }
        %s
        program=assay cache=%s environment=
        . %s/java-options.sh
        . %s/launch.sh
        launch %s %s %s
        """
            .formatted(
                before,
                cache,
                Installation.root().resolve("deploy"),
                Installation.root().resolve("deploy"),
                folder.resolve("java/bin/java"),
                application,
                arguments);
    return Program.run(List.of("sh", "-c", script), "");
  }
}
