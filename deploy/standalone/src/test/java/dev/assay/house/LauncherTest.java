package dev.assay.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which changed files make {@code deploy/assay} build again. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LauncherTest {
  private static final String FUNCTION = "outdated() {";

  private final Path root;

  LauncherTest(@TempDir Path root) {
    this.root = root;
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
    "integration-tests/pom.xml, false",
    "integration-tests/src/main/java/dev/assay/bench/Hostile.java, false",
    "common-model/src/test/java/dev/assay/message/EnvelopeTest.java, false",
    "common-model/target/classes/src/main/resources/any, false",
    "docs/configuration.md, false",
    ".git/pom.xml, false"
  })
  void a_change_of_what_is_in_the_jar_makes_it_outdated(String file, boolean outdated)
      throws Exception {
    var now = Instant.now();
    write("pom.xml", now.minusSeconds(120));
    write("quarkus-run.jar", now.minusSeconds(60));
    assertThat(outdated()).isFalse();

    write(file, now);

    assertThat(outdated()).isEqualTo(outdated);
  }

  private void write(String name, Instant changed) throws IOException {
    var file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
    Files.setLastModifiedTime(file, FileTime.from(changed));
  }

  private boolean outdated() throws IOException, InterruptedException {
    var launcher = Repository.read("deploy/assay");
    int begin = launcher.indexOf(FUNCTION);
    var function = launcher.substring(begin, launcher.indexOf("\n}\n", begin) + 3);
    var script = "set -eu; root=$1; jar=$1/quarkus-run.jar\n" + function + "outdated";
    return new ProcessBuilder("sh", "-c", script, "sh", root.toString())
            .inheritIO()
            .start()
            .waitFor()
        == 0;
  }
}
