package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the two examples that inspection rules were designed for: machines that are not enrolled
 * get their driver and BMC from rules in a file. The rules differ from the design only in the names
 * of drivers: ipmi and idrac are redfish here. Each BMC then accepts requests, so that the node can
 * be managed. Source: spec rules.md 2, 3, 5, 8.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveryRulesIT {
  @AutoClose static Rack others;
  @AutoClose static Rack dells;
  @AutoClose static Stack stack;

  @BeforeAll
  static void start(@TempDir Path folder) throws IOException {
    others = rack("127.0.0.1", HardwareKind.ARM64_SERVER);
    dells = rack("::1", HardwareKind.ONE_U_TWO_SOCKET);
    var file = folder.resolve("rules.yaml");
    Files.writeString(file, rules(others.machines().getFirst(), dells.machines().getFirst()));
    stack =
        Stack.named("discovery-rules")
            .apis(2)
            .conductors(2)
            .set("assay.auto-discovery.enabled", true)
            .set("assay.auto-discovery.driver", "fake-hardware")
            .set("assay.inspection-rules.built-in", file)
            .start();
  }

  @Test
  void a_freshly_discovered_machine_gets_driver_and_BMC_and_can_be_managed() {
    var machine = others.machines().getFirst();

    var node = discovered("Ampere", Map.of("bmc_address", "127.0.0.1"));

    assertThat(node.path("driver").asText()).isEqualTo("redfish");
    assertThat(node.path("driver_info").path("redfish_address").asText())
        .isEqualTo("http://127.0.0.1:%d".formatted(machine.bmcUrl().getPort()));
    manages(node, machine);
  }

  @Test
  void a_Dell_machine_gets_the_BMC_that_it_has_over_IPv6() {
    var machine = dells.machines().getFirst();

    var node = discovered("Dell Inc.", Map.of("bmc_v6address", "::1"));

    assertThat(node.path("driver_info").path("redfish_address").asText())
        .isEqualTo("http://[::1]:%d".formatted(machine.bmcUrl().getPort()));
    manages(node, machine);
  }

  /** The BMC accepts the user and password that the rule set. */
  private static void manages(JsonNode node, Machine machine) {
    var api = stack.api();
    var uuid = node.path("uuid").asText();
    assertThat(node.path("driver_info").path("redfish_username").asText())
        .isEqualTo(machine.username());
    api.manage(uuid);
    assertThat(api.stateOf(uuid)).isEqualTo("manageable");
    nowhereIs(machine.password(), api, uuid);
  }

  /** Checks that a secret is neither in responses about the node and the rules nor in any log. */
  private static void nowhereIs(String secret, ApiClient api, String node) {
    var answers =
        Stream.of(
                "/v1/nodes/" + node,
                "/v1/nodes/" + node + "/history",
                "/v1/nodes/" + node + "/inspections/latest",
                "/v1/nodes/" + node + "/inventory",
                "/v1/inspection_rules?detail=true",
                "/v1/inspection_rules/00000000-0000-0000-0000-000000000000")
            .map(path -> api.get(path).require(200).body());
    var logs =
        Stream.of(stack.apis(), stack.conductors())
            .flatMap(List::stream)
            .map(DiscoveryRulesIT::log);
    assertThat(Stream.concat(answers, logs)).noneMatch(text -> text.contains(secret));
  }

  private static String log(Service service) {
    try {
      return Files.readString(service.process().log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Posts the callback of an unknown machine; returns its node after the inspection. */
  private static JsonNode discovered(String manufacturer, Map<String, String> bmc) {
    var api = stack.api();
    var inventory = new HashMap<String, Object>(bmc);
    inventory.put("system_vendor", Map.of("manufacturer", manufacturer));
    inventory.put("cpu", Map.of("architecture", "x86_64"));
    inventory.put(
        "interfaces", List.of(Map.of("name", "eth0", "mac_address", Enrolment.newAddress())));
    var uuid =
        api.callback(Map.of("inventory", inventory)).require(202).json().path("uuid").asText();
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(InspectionRows.stagesOf(stack.database(), uuid))
                    .containsExactly("finished"));
    return api.node(uuid);
  }

  private static Rack rack(String host, HardwareKind kind) {
    return Rack.of(
            RackPlan.to("http://127.0.0.1:1/v1/continue_inspection")
                .machines(1)
                .kinds(kind)
                .listenHost(host)
                .bootTime(Duration.ofSeconds(1))
                .build())
        .start();
  }

  private static String rules(Machine other, Machine dell) {
    return """
      - description: Initialize freshly discovered nodes
        sensitive: true
        conditions:
        - op: is-true
          args: ["{node.auto_discovered}"]
        - op: "!is-empty"
          args: ["{plugin_data[bmc_address]}"]
        actions:
        - op: set-attribute
          args: ["/driver", "redfish"]
        - op: set-attribute
          args: ["/driver_info/redfish_address", "http://{plugin_data[bmc_address]}:%d"]
        - op: set-attribute
          args: ["/driver_info/redfish_username", "%s"]
        - op: set-attribute
          args: ["/driver_info/redfish_password", "%s"]

      - description: Initialize Dell nodes using IPv6
        sensitive: true
        conditions:
        - op: is-true
          args: ["{node.auto_discovered}"]
        - op: contains
          args: ["{inventory[system_vendor][manufacturer]}", "(?i)dell"]
        actions:
        - op: set-attribute
          args: ["/driver", "redfish"]
        - op: set-attribute
          args: ["/driver_info/redfish_address", "http://[{inventory[bmc_v6address]}]:%d"]
        - op: set-attribute
          args: ["/driver_info/redfish_username", "%s"]
        - op: set-attribute
          args: ["/driver_info/redfish_password", "%s"]
      """
        .formatted(
            other.bmcUrl().getPort(),
            other.username(),
            other.password(),
            dell.bmcUrl().getPort(),
            dell.username(),
            dell.password());
  }
}
