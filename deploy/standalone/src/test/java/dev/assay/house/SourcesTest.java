package dev.assay.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which changes make {@code deploy/assay} and the benchmarks build again. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SourcesTest {
  private static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06Z");
  private static final String SOURCE = "common-model/src/main/java/dev/assay/node/Node.java";

  private final Path root;

  SourcesTest(@TempDir Path root) {
    this.root = root;
  }

  @BeforeEach
  void build() throws Exception {
    write("pom.xml", "1");
    write(SOURCE, "1");
    write("integration-tests/src/main/java/dev/assay/bench/Reads.java", "1");
    record();
    write("built", "");
    var record = Files.getLastModifiedTime(root.resolve("target/sources")).toInstant();
    Files.setLastModifiedTime(root.resolve("built"), FileTime.from(record.plusSeconds(60)));
    assertThat(outdated("")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "pom.xml, true",
    "common-model/pom.xml, true",
    "common-model/src/main/resources/db/assay/changelog.yaml, true",
    "common-model/broker/pom.xml, true",
    "common-model/broker/src/main/java/dev/assay/broker/Broker.java, true",
    "common-model/rules/src/main/java/dev/assay/rule/Any.java, true",
    "conductor-service/src/main/java/dev/assay/conductor/Any.java, true",
    "deploy/pom.xml, true",
    "deploy/standalone/src/main/java/dev/assay/standalone/Assay.java, true",
    "integration-tests/simulator/pom.xml, true",
    "integration-tests/simulator/src/main/java/dev/assay/simulator/Rack.java, true",
    "integration-tests/pom.xml, true",
    "integration-tests/src/main/java/dev/assay/bench/Hostile.java, true",
    "common-model/src/test/java/dev/assay/message/EnvelopeTest.java, false",
    "common-model/target/classes/src/main/resources/any, false",
    "docs/configuration.md, false",
    ".git/pom.xml, false"
  })
  void a_new_or_changed_source_counts(String file, boolean outdated) throws Exception {
    write(file, "2");

    assertThat(outdated("")).isEqualTo(outdated);
  }

  @Test
  void the_age_of_a_source_does_not_count() throws Exception {
    write(SOURCE, "2");
    age(SOURCE);
    assertThat(outdated("")).isTrue();

    write(SOURCE, "1");
    assertThat(outdated("")).isFalse();
  }

  @Test
  void a_deleted_source_counts() throws Exception {
    Files.delete(root.resolve(SOURCE));

    assertThat(outdated("")).isTrue();
  }

  @Test
  void sources_of_tests_and_benchmarks_do_not_count_for_the_launcher() throws Exception {
    var pattern = " ./integration-tests/\\(deployment/\\|stack/\\|src/\\|pom\\)";
    assertThat(Repository.read("deploy/applications.sh"))
        .contains("outdated \"$assay_last_jar\" '" + pattern + "'");
    write("integration-tests/src/main/java/dev/assay/bench/Hostile.java", "2");
    write("integration-tests/pom.xml", "2");
    write("integration-tests/deployment/pom.xml", "2");
    write("integration-tests/stack/src/main/java/dev/assay/stack/Stack.java", "2");
    assertThat(outdated(pattern)).isFalse();

    write("integration-tests/simulator/src/main/java/dev/assay/simulator/Rack.java", "2");
    assertThat(outdated(pattern)).isTrue();
  }

  @Test
  void what_a_failed_build_left_is_outdated() throws Exception {
    write(SOURCE, "2");
    record();
    age("built");

    assertThat(outdated("")).isTrue();
  }

  @Test
  void a_run_of_maven_over_the_same_sources_makes_nothing_outdated() throws Exception {
    Files.setLastModifiedTime(root.resolve("built"), FileTime.from(LONG_AGO.plusSeconds(60)));
    age("target/sources");
    record();

    assertThat(outdated("")).isFalse();
  }

  @Test
  void what_was_not_built_or_not_recorded_is_outdated() throws Exception {
    Files.delete(root.resolve("target/sources"));
    assertThat(outdated("")).isTrue();

    record();
    Files.delete(root.resolve("built"));
    assertThat(outdated("")).isTrue();
  }

  private void write(String name, String content) throws IOException {
    var file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private void age(String name) throws IOException {
    Files.setLastModifiedTime(root.resolve(name), FileTime.from(LONG_AGO));
  }

  private void record() throws IOException, InterruptedException {
    assertThat(run("record_sources")).isZero();
  }

  private boolean outdated(String pattern) throws IOException, InterruptedException {
    return run("outdated \"$root/built\" '%s'".formatted(pattern)) == 0;
  }

  private int run(String command) throws IOException, InterruptedException {
    var script = "set -eu; root=$1\n" + Repository.read("deploy/sources.sh") + command;
    return new ProcessBuilder("sh", "-c", script, "sh", root.toString())
        .inheritIO()
        .start()
        .waitFor();
  }
}
