package dev.assay.deployment.debian;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.deployment.engine.Program;
import dev.assay.stack.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Needs the package systemd, whose tools read units without a running systemd. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SystemdUnitsTest {
  private static final Path UNITS = Installation.root().resolve("deploy/systemd");

  /** What the units run, which is not installed here. */
  private static final Pattern PROGRAM = Pattern.compile("(?m)^(Exec\\w+)=/\\S+");

  @Test
  void have_no_mistake_that_systemd_knows(@TempDir Path folder) throws IOException {
    List<Path> units;
    try (var files = Files.list(UNITS)) {
      units = files.sorted().toList();
    }
    for (var unit : units) {
      var text = PROGRAM.matcher(Files.readString(unit)).replaceAll("$1=/bin/true");
      Files.writeString(folder.resolve(unit.getFileName()), text);
    }
    var command = new ArrayList<>(List.of("systemd-analyze", "verify", "--man=no"));
    units.forEach(unit -> command.add(folder.resolve(unit.getFileName()).toString()));

    var result = Program.run(command, "");

    assertThat(units).hasSize(5);
    assertThat(result.output()).isEmpty();
    assertThat(result.status()).isZero();
  }

  /** The exposure that systemd computes, from 0 for none to 10. */
  @ParameterizedTest(name = "{0} below {1}")
  @CsvSource({
    "assay-api, 1.5",
    "assay-conductor, 1.5",
    "assay, 1.5",
    "assay-pxe-filter, 2.1",
    "assay-dnsmasq, 3.0"
  })
  void expose_little(String unit, double limit) {
    var result =
        Program.run(
            List.of(
                "systemd-analyze",
                "security",
                "--offline=true",
                "--no-pager",
                "--threshold=" + Math.round(limit * 10),
                UNITS.resolve(unit + ".service").toString()),
            "");

    assertThat(result.output()).contains("Overall exposure level for " + unit + ".service");
    assertThat(result.status()).as(result.output()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"assay-api", "assay-conductor", "assay-pxe-filter"})
  void take_the_options_of_java_from_the_files_of_the_host(String unit) throws IOException {
    var text = Files.readString(UNITS.resolve(unit + ".service"));

    assertThat(text)
        .contains("EnvironmentFile=/etc/assay/assay.env\nEnvironmentFile=-/etc/default/" + unit)
        .contains("ExecStart=/usr/lib/assay/start " + unit.replace("assay-", "") + "-service\n");
    // Of two equal options Java takes the value of the last one.
    assertThat(Files.readString(Installation.root().resolve("deploy/start")))
        .contains("java\" $options ${ASSAY_JAVA_OPTS:-} -jar");
  }

  @Test
  void the_api_keeps_long_bodies_on_disk_in_a_folder_of_its_own() throws IOException {
    assertThat(Files.readString(UNITS.resolve("assay-api.service")))
        .contains("\nEnvironment=ASSAY_API_BODY_FOLDER=/var/tmp\n", "\nPrivateTmp=yes\n");
  }

  /** And 15 s to leave. */
  @ParameterizedTest
  @CsvSource({
    "assay-api, api-service, assay.api.drain-delay",
    "assay-conductor, conductor-service, assay.conductor.graceful-shutdown-timeout",
    "assay, deploy/standalone, assay.api.drain-delay assay.conductor.graceful-shutdown-timeout"
  })
  void give_services_time_to_drain_and_to_finish_requests_and_commands(
      String unit, String module, String delays) throws IOException {
    var root = Installation.root();
    var properties =
        Files.readString(root.resolve(module).resolve("src/main/resources/application.properties"));
    var options = Files.readString(root.resolve("docs/configuration.md"));
    var needed = seconds(properties, "quarkus.shutdown.timeout=(\\d+)S") + 15;
    for (var delay : delays.split(" ", -1)) {
      needed += seconds(options, "`" + delay + "` \\| `(\\d+)s`");
    }

    assertThat(
            seconds(Files.readString(UNITS.resolve(unit + ".service")), "TimeoutStopSec=(\\d+)s"))
        .isGreaterThanOrEqualTo(needed);
  }

  private static int seconds(String text, String pattern) {
    var found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as(pattern).isTrue();
    return Integer.parseInt(found.group(1));
  }
}
