package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.BmcKind;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.BootOverride;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.PowerState;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Inspections that ask only the BMC. Source: docs/spec/conductor.md 8.4. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutOfBandIT {
  private static final Stack STACK = SharedStack.emptied();

  /** Everything that a node shows, also what its BMC has to be asked for and refuses. */
  private static final List<String> SHOWN =
      List.of(
          "",
          "/states",
          "/validate",
          "/inspections/latest",
          "/history/detail",
          "/doctor",
          "/firmware",
          "/management/boot_device",
          "/management/boot_device/supported",
          "/bios",
          "/vmedia");

  private final ApiClient api = STACK.api();
  private final List<String> enrolled = new ArrayList<>();

  /** The racks are all alike: their machines have the same names and addresses. */
  @AfterEach
  void forget() {
    enrolled.forEach(node -> Enrolment.forget(api, node));
  }

  @ParameterizedTest
  @EnumSource
  void tells_what_the_machine_consists_of_and_leaves_it_off(BmcKind kind) {
    try (var rack = rack(plan().bmcKinds(kind).machines(2))) {
      var machine = rack.machines().getFirst();
      var node = enrol(machine);

      api.order(node, "inspect");
      var inspected = api.awaitState(node, "manageable");

      assertThat(inspected.path("last_error").isNull()).isTrue();
      assertThat(inspected.path("properties").path("cpu_arch").asText()).isEqualTo("x86_64");
      assertThat(inspected.path("properties").path("memory_mb").asLong()).isPositive();
      assertThat(inspected.path("properties").path("local_gb").asLong()).isPositive();
      assertThat(api.portsOf(node))
          .containsExactlyInAnyOrderElementsOf(new LinkedHashSet<>(machine.macAddresses()));
      var data = data(node);
      assertThat(data.path("inventory").path("cpu").path("model_name").asText()).isNotEmpty();
      assertThat(data.path("inventory").path("disks")).isNotEmpty();
      assertThat(data.path("plugin_data").path("memory_devices")).isNotEmpty();
      assertThat(data.path("plugin_data").path("firmware")).isNotEmpty();
      assertThat(data.path("plugin_data").has("unread_resources")).isFalse();
      assertUntouched(machine);
    }
  }

  @Test
  void tells_apart_the_machines_of_one_bmc_by_their_system_id() {
    try (var rack = rack(plan().machines(2).systemsPerBmc(2))) {
      var second = rack.machines().getLast();
      var node = enrol(second);

      api.order(node, "inspect");
      api.awaitState(node, "manageable");

      assertThat(api.portsOf(node))
          .containsExactlyInAnyOrderElementsOf(new LinkedHashSet<>(second.macAddresses()));
      var serial = data(node).at("/inventory/system_vendor/serial_number").asText();
      assertThat(serial).isEqualTo(second.serial());

      var withoutId = Map.of("op", "remove", "path", "/driver_info/redfish_system_id");
      api.patch("/v1/nodes/" + node, List.of(withoutId)).require(200);
      api.order(node, "inspect");
      assertThat(api.awaitState(node, "inspect failed").path("last_error").asText())
          .contains("redfish_system_id", second.systemPath());
    }
  }

  @Test
  void runs_the_rules() {
    var model = "{inventory[cpu][model_name]}";
    var action = Map.of("op", "set-attribute", "args", Map.of("path", "extra/cpu", "value", model));
    var rule = api.post("/v1/inspection_rules", Map.of("actions", List.of(action))).require(201);
    try (var rack = rack(plan())) {
      var node = enrol(rack.machines().getFirst());

      api.order(node, "inspect");
      var extra = api.awaitState(node, "manageable").path("extra");

      assertThat(extra.path("cpu"))
          .isEqualTo(data(node).path("inventory").path("cpu").path("model_name"));
    } finally {
      api.delete("/v1/inspection_rules/" + rule.json().path("uuid").asText()).require(204);
    }
  }

  @Test
  void cannot_be_aborted_and_ends_once_after_its_conductor_was_killed() {
    try (var rack = rack(plan().bmcLatency(Duration.ofMillis(100)))) {
      var machine = rack.machines().getFirst();
      var node = enrol(machine);
      api.order(node, "inspect");
      await("its conductor is at it").until(() -> !api.node(node).path("reservation").isNull());
      assertThat(api.provision(node, "abort").status()).isEqualTo(409);

      var conductor = STACK.conductors().getFirst();
      conductor.process().kill();
      conductor.start();
      api.awaitState(node, "manageable");

      var runs = api.get("/v1/nodes/" + node + "/inspections").require(200).json();
      assertThat(runs.path("inspections")).hasSize(1);
      assertThat(runs.at("/inspections/0/stage").asText()).isEqualTo("finished");
      assertThat(api.portsOf(node)).doesNotHaveDuplicates().isNotEmpty();
      assertUntouched(machine);
    }
  }

  @Test
  void says_why_when_the_bmc_refuses_and_shows_no_password() throws IOException {
    try (var rack = rack(plan())) {
      var machine = rack.machines().getFirst();
      var node = enrol(machine);
      var password =
          Map.of("op", "replace", "path", "/driver_info/redfish_password", "value", "planted-oob");
      api.patch("/v1/nodes/" + node, List.of(password)).require(200);

      api.order(node, "inspect");
      var error = api.awaitState(node, "inspect failed").path("last_error").asText();

      assertThat(error).contains("redfish_username").doesNotContain("planted-oob");
      assertUntouched(machine);
      for (var path : SHOWN) {
        assertThat(api.get("/v1/nodes/" + node + path).body())
            .as(path)
            .isNotEmpty()
            .doesNotContain("planted-oob", machine.password());
      }
      assertThat(api.get("/v1/nodes/detail").body()).contains(node).doesNotContain("planted-oob");
      assertThat(ProcessHandle.allProcesses().flatMap(it -> it.info().commandLine().stream()))
          .isNotEmpty()
          .noneMatch(command -> command.contains("planted-oob"));
      for (var service : STACK.conductors()) {
        assertThat(Files.readString(service.process().log()))
            .isNotEmpty()
            .doesNotContain("planted-oob", machine.password());
      }
      for (var service : STACK.apis()) {
        assertThat(Files.readString(service.process().log()))
            .isNotEmpty()
            .doesNotContain("planted-oob", machine.password());
      }
    }
  }

  private static RackPlan.Builder plan() {
    return RackPlan.to("http://127.0.0.1:1/v1/continue_inspection")
        .kinds(HardwareKind.ONE_U_TWO_SOCKET)
        .seed(37);
  }

  private static Rack rack(RackPlan.Builder plan) {
    return Rack.of(plan.build()).start();
  }

  private String enrol(Machine machine) {
    var node = Enrolment.enrolWithoutPorts(api, machine);
    var change = Map.of("op", "replace", "path", "/inspect_interface", "value", "redfish");
    api.patch("/v1/nodes/" + node, List.of(change)).require(200);
    api.manage(node);
    enrolled.add(node);
    return node;
  }

  private JsonNode data(String node) {
    return api.get("/v1/nodes/" + node + "/inventory").require(200).json();
  }

  private static void assertUntouched(Machine machine) {
    assertThat(machine.powerState()).isEqualTo(PowerState.OFF);
    assertThat(machine.counters().powerOns()).isZero();
    assertThat(machine.insertedImage()).isEmpty();
    assertThat(machine.bootOverride().enabled()).isEqualTo(BootOverride.Enabled.DISABLED);
  }
}
