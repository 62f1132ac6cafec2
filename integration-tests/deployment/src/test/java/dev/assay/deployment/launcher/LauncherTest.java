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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * With which options {@code deploy/launch.sh} starts Java, for which a script stands here that
 * writes them to a file, one a line, and makes a cache when it is asked for one.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LauncherTest {
  private static final String JAVA =
      """
      #!/bin/sh
      printf '%s\\n' "$@" >"$ARGUMENTS"
      echo 'output of Java'
      [ "${JAVA:-}" != fails ] || exit 1
      for option; do
        case $option in
          -XX:AOTCacheOutput=*) [ "${JAVA:-}" = lazy ] || echo trained >"${option#*=}" ;;
        esac
      done
      """;

  private Path folder;
  private Path application;
  private Path cache;

  @BeforeEach
  void makeApplication(@TempDir Path empty) throws IOException {
    folder = Files.createDirectories(empty.resolve("a folder"));
    var java = Files.createDirectories(folder.resolve("java/bin")).resolve("java");
    Files.writeString(java, JAVA);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(folder.resolve("java/release"), "JAVA_VERSION=25");
    Files.createDirectories(folder.resolve("temporary"));
    application = Files.createDirectories(folder.resolve("application"));
    Files.writeString(application.resolve("quarkus-run.jar"), "");
    cache = Files.createDirectories(folder.resolve("cache")).resolve("assay.aot");
  }

  @Test
  void without_a_cache_it_starts_plainly() throws IOException {
    launch("", "serve");

    assertThat(options())
        .contains("-jar", application + "/quarkus-run.jar", "serve")
        .noneMatch(option -> option.contains("aot") || option.contains("AOT"));
  }

  @Test
  void training_runs_a_demo_with_data_of_its_own_and_later_commands_use_its_cache()
      throws IOException {
    var training = launch("", "train --port 7000");

    assertThat(training.status()).isZero();
    assertThat(training.output()).contains("Written: " + cache).doesNotContain("output of Java");
    assertThat(options()).containsSubsequence("demo", "--exit", "--data");
    assertThat(options()).containsSubsequence("--machines", "40", "--port", "7000");
    assertThat(data()).startsWithRaw(folder.resolve("temporary"));
    assertThat(folder.resolve("temporary")).isEmptyDirectory();
    assertThat(cache).hasContent("trained");
    try (var files = Files.list(cache.getParent())) {
      assertThat(files).containsExactlyInAnyOrder(cache, cache.resolveSibling("assay.aot.java"));
    }

    assertThat(launch("", "doctor").output()).isEqualTo("output of Java\n");
    assertThat(options()).contains("-XX:AOTCache=" + cache, "doctor");
  }

  @Test
  void the_number_of_machines_can_be_chosen() throws IOException {
    launch("", "train --machines 2");

    assertThat(options()).containsSubsequence("--machines", "2").doesNotContain("40");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fails", "lazy"})
  void a_training_that_fails_leaves_the_cache_and_says_why(String java) throws IOException {
    Files.writeString(cache, "of before");

    var training = launch("export JAVA=" + java, "train");

    assertThat(training.status()).isEqualTo(1);
    assertThat(training.output()).contains("output of Java", "the training failed");
    assertThat(cache).hasContent("of before");
    try (var files = Files.list(cache.getParent())) {
      assertThat(files).containsExactly(cache);
    }
  }

  @Test
  void where_nothing_can_be_written_nothing_is_trained() throws IOException {
    Files.delete(cache.getParent());

    var training = launch("", "train");

    assertThat(training.status()).isEqualTo(1);
    assertThat(training.output()).contains("cannot write to " + cache.getParent());
    assertThat(folder.resolve("arguments")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"application/lib/later.jar, new", "java/release, JAVA_VERSION=26"})
  void a_cache_of_another_build_or_Java_is_not_used_and_a_start_says_so(String file, String text)
      throws IOException {
    launch("", "train");
    Files.createDirectories(application.resolve("lib"));
    Files.writeString(folder.resolve(file), text);

    assertThat(launch("", "serve").output())
        .contains("Starting without the AOT cache, which was made before")
        .contains("assay train");
    assertThat(options()).noneMatch(option -> option.contains("AOTCache"));
    assertThat(launch("", "doctor").output()).isEqualTo("output of Java\n");
    assertThat(options()).noneMatch(option -> option.contains("AOTCache"));
  }

  /** Java ends at once when it gets both. */
  @ParameterizedTest
  @CsvSource({
    "ASSAY_JAVA_OPTS, -XX:AOTCache=mine",
    "ASSAY_JAVA_OPTS, -Xshare:off",
    "JAVA_TOOL_OPTIONS, -XX:SharedArchiveFile=mine",
    "JDK_JAVA_OPTIONS, -XX:AOTMode=off"
  })
  void options_of_the_user_take_precedence(String variable, String option) throws IOException {
    launch("", "train");

    launch("export " + variable + "=" + option, "serve");

    assertThat(options()).noneMatch(it -> it.equals("-XX:AOTCache=" + cache));
  }

  private Program.Result launch(String before, String arguments) {
    var script =
        """
        set -eu
        say() { printf '%%s\\n' "$*" >&2; }
        %s
        export ARGUMENTS='%s' TMPDIR='%s'
        program=assay cache='%s' environment=
        . %s/java-options.sh
        . %s/launch.sh
        launch '%s' '%s' %s
        """
            .formatted(
                before,
                folder.resolve("arguments"),
                folder.resolve("temporary"),
                cache,
                Installation.root().resolve("deploy"),
                Installation.root().resolve("deploy"),
                folder.resolve("java/bin/java"),
                application,
                arguments);
    return Program.run(List.of("sh", "-c", script), "");
  }

  /** What Java was started with last. */
  private List<String> options() throws IOException {
    return Files.readAllLines(folder.resolve("arguments"));
  }

  private Path data() throws IOException {
    return Path.of(options().get(options().indexOf("--data") + 1));
  }
}
