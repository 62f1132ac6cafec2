package dev.assay.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.scenario.SharedStack;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.ramdisk.Body;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Debian's openstacksdk inspects a node through the classic Inspector API. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClassicIntrospectionIT {
  private static final long LIMIT_SECONDS = 240;

  @Test
  void openstacksdk_inspects_reads_reapplies_and_aborts(@TempDir Path folder)
      throws IOException, InterruptedException {
    var api = SharedStack.emptied().api();
    var plan = RackPlan.to(api.address() + "/inspector/v1/continue");
    try (var rack = Rack.of(plan.machines(1).kinds(HardwareKind.ONE_U_TWO_SOCKET).build())) {
      var machine = rack.machines().getFirst(); // only its data are used; it is not started
      var node = api.createNode(Map.of("driver", "fake-hardware"));
      api.createPort(node, machine.macAddresses().getFirst());
      api.manage(node);
      var body = Files.write(folder.resolve("body.json"), Body.bytes(machine.payload()));

      var printed = run(folder, api.address() + "/inspector", node, body.toString());

      assertThat(printed).contains("inspected, reapplied, aborted");
      assertThat(api.stateOf(node)).isEqualTo("manageable");
    }
  }

  private static String run(Path folder, String... arguments)
      throws IOException, InterruptedException {
    var script = folder.resolve("classic_introspection.py");
    try (var in =
        ClassicIntrospectionIT.class.getResourceAsStream("/client/classic_introspection.py")) {
      Files.copy(Objects.requireNonNull(in), script);
    }
    var out = folder.resolve("out");
    var command = new ArrayList<>(List.of("/usr/bin/python3", script.toString()));
    command.addAll(List.of(arguments));
    var process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    var ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    var printed = Files.readString(out, StandardCharsets.UTF_8);
    assertThat(ended).as(printed).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }
}
