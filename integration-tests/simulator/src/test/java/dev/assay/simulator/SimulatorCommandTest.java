package dev.assay.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.simulator.hardware.BmcKind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SimulatorCommandTest {
  private static final String CALLBACK = "http://127.0.0.1:6385/v1/continue_inspection";

  @Test
  void reads_its_options() {
    var plan =
        SimulatorCommand.plan(
            "--machines",
            "3",
            "--seed",
            "9",
            "--callback-url",
            CALLBACK + "," + CALLBACK,
            "--api-url",
            "http://127.0.0.1:6385/",
            "--first-port",
            "8000",
            "--boot-seconds",
            "0.5",
            "--bmc-kinds",
            "ilo,OpenBMC",
            "--systems-per-bmc",
            "2",
            "--bmc-latency-ms",
            "20",
            "--bmc-scheme",
            "https");

    assertThat(plan.machines()).isEqualTo(3);
    assertThat(plan.seed()).isEqualTo(9);
    assertThat(plan.callbackUrls()).hasSize(2);
    assertThat(plan.apiUrl()).isEqualTo(URI.create("http://127.0.0.1:6385"));
    assertThat(plan.listenHost()).isEqualTo("127.0.0.1");
    assertThat(plan.firstBmcPort()).isEqualTo(8000);
    assertThat(plan.bootTime()).isEqualTo(Duration.ofMillis(500));
    assertThat(plan.bmcKinds()).containsExactly(BmcKind.ILO, BmcKind.OPENBMC);
    assertThat(plan.systemsPerBmc()).isEqualTo(2);
    assertThat(plan.bmcLatency()).isEqualTo(Duration.ofMillis(20));
    assertThat(plan.bmcTls()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--machines 3",
        "--callback-url",
        "--callback-url ftp://127.0.0.1/",
        "--callback-url http://127.0.0.1/ --machines 0",
        "--callback-url http://127.0.0.1/ --machines many",
        "--callback-url http://127.0.0.1/ --colour blue",
        "--callback-url http://127.0.0.1/ --bmc-kinds ilo,unknown",
        "--callback-url http://127.0.0.1/ --bmc-scheme ftp",
        "--callback-url http://127.0.0.1/ --bmc-latency-ms -1",
        "--callback-url http://127.0.0.1/ --first-port 65535 --machines 2",
      })
  void refuses_options_that_make_no_sense(String line) {
    assertThatThrownBy(() -> SimulatorCommand.plan(line.split(" ", -1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void names_all_kinds_of_bmcs() {
    assertThat(BmcKind.named(List.of(BmcKind.NAMES.split(",", -1))))
        .containsExactly(BmcKind.values());
  }

  @Test
  void prints_a_line_for_each_machine_and_then_ready() throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (var rack =
            Rack.of(SimulatorCommand.plan("--callback-url", CALLBACK, "--machines", "2")).start();
        var out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      SimulatorCommand.print(rack, out);

      var lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
      assertThat(lines).hasSize(3).last().isEqualTo("ready");
      var first = new ObjectMapper().readTree(lines.getFirst());
      assertThat(first.path("name").asText()).isEqualTo("rack1-u01");
      assertThat(first.path("bmc_url").asText()).startsWith("http://127.0.0.1:");
      assertThat(first.path("macs")).hasSize(2);
    }
  }
}
