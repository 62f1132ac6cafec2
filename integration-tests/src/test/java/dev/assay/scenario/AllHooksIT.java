package dev.assay.scenario;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Installation;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests all built-in hooks with the options of the samples, and a plug-in hook that fails in every
 * way.
 */
@TestInstance(Lifecycle.PER_CLASS)
@DisplayNameGeneration(ReplaceUnderscores.class)
class AllHooksIT {
  private static final JsonNode SECTION = Sample.of("01-1u-2nic-lldp").expected().path("all_hooks");

  /** The error text for each kind of failure; each text also contains the name of the hook. */
  private static final Map<String, String> WRONG =
      Map.of(
          "throw", "IllegalStateException",
          "loop", "Hook wrong did not return within 1 s.",
          "recurse", "StackOverflowError",
          "link", "org/example/Missing",
          "nonsense", "property x is POJO",
          "nothing", "a name has 1 to 255 characters");

  private Stack stack;
  private ApiClient api;

  @BeforeAll
  void start() throws IOException {
    var plugins = Installation.emptyFolder("wrong-plugins");
    WrongHook.pack(plugins);
    stack =
        Stack.named("all-hooks")
            .set("assay.plugins.folder", plugins)
            .set("assay.inspector.require-managed-boot", false)
            .set("assay.inspector.hook-timeout", "1s")
            .set("assay.inspector.hooks", text(SECTION.path("hooks")) + ",wrong")
            .set(
                "assay.inspector.physical-network-cidr-map",
                text(SECTION.at("/config/physical_network_cidr_map")))
            .set("assay.inspector.pci-device-alias", text(SECTION.at("/config/pci_device_alias")))
            .start();
    api = stack.api();
  }

  @AfterAll
  void stop() {
    stack.close();
  }

  @ParameterizedTest
  @MethodSource("dev.assay.scenario.Sample#good")
  void store_what_the_reference_stores(Sample sample) {
    var expected = sample.expected().path("all_hooks");
    var node = sample.prepare(api);
    if (api.callback(sample.body()).status() == 404) {
      api.createPort(node, sample.findableAddress().orElseThrow());
      api.callback(sample.body()).require(202);
    }

    var inspected = api.awaitState(node, "manageable");

    assertThat(inspected.path("properties")).isEqualTo(expected.path("node_properties"));
    assertThat(ports(api.get("/v1/ports/detail?node=" + node).require(200).json().path("ports")))
        .isEqualTo(ports(expected.path("ports")));
    assertThat(pluginDataKeys(node)).isEqualTo(names(expected.path("plugin_data_keys_stored")));
    assertThat(trace(node).valueStream().map(run -> run.path("hook").asText()).distinct())
        .containsExactly((text(expected.path("hooks")) + ",wrong").split(","));
    Enrolment.forget(api, node);
  }

  @Test
  void a_wrong_hook_fails_its_inspection_by_name_and_no_other() throws IOException {
    var nodes = new HashMap<String, String>();
    WRONG.keySet().forEach(wrong -> nodes.put(wrong, waiting(wrong)));
    var good = Stream.generate(() -> waiting("")).limit(4).toList();
    Stream.concat(nodes.values().stream(), good.stream()).forEach(this::post);

    good.forEach(node -> api.awaitState(node, "manageable"));
    nodes.forEach(
        (wrong, node) -> {
          var failed = api.awaitState(node, "inspect failed");

          assertThat(failed.path("last_error").asText())
              .as(wrong)
              .startsWith("Failed to finish inspection: ")
              .containsIgnoringCase("hook wrong")
              .contains(WRONG.get(wrong));
          assertThat(failed.path("properties")).hasSize(1);
          assertThat(trace(node).get(trace(node).size() - 1).path("hook").asText())
              .isEqualTo("wrong");
        });
    assertThat(stack.conductors().getFirst().status("/q/health/ready")).isEqualTo(200);
    assertThat(nodesWithLogs()).containsAll(nodes.values()).doesNotContainAnyElementsOf(good);

    var mended = Objects.requireNonNull(nodes.get("throw"));
    api.patch("/v1/nodes/" + mended, List.of(Map.of("op", "remove", "path", "/properties/wrong")))
        .require(200);
    api.order(mended, "inspect");
    api.awaitState(mended, "inspect wait");
    post(mended);
    api.awaitState(mended, "manageable");
  }

  /** The nodes whose ramdisk logs were kept. */
  private static List<String> nodesWithLogs() throws IOException {
    try (var files = Files.list(Installation.target().resolve("stack/all-hooks/ramdisk-logs"))) {
      return files.map(file -> file.getFileName().toString().substring(0, 36)).toList();
    }
  }

  private String waiting(String wrong) {
    var node =
        api.createNode(
            Map.of(
                "driver",
                "fake-hardware",
                "inspect_interface",
                "agent",
                "properties",
                wrong.isEmpty() ? Map.of() : Map.of("wrong", wrong)));
    api.createPort(node, Enrolment.newAddress());
    api.manage(node);
    api.order(node, "inspect");
    api.awaitState(node, "inspect wait");
    return node;
  }

  private void post(String node) {
    var address = api.portsOf(node).getFirst();
    var inventory =
        Map.of(
            "interfaces",
            List.of(Map.of("name", "eth0", "mac_address", address)),
            "cpu",
            Map.of("architecture", "x86_64", "count", 4),
            "memory",
            Map.of("physical_mb", 4096));
    api.callback(Map.of("inventory", inventory, "logs", "H4sI")).require(202);
  }

  private JsonNode trace(String node) {
    return api.get("/v1/nodes/" + node + "/inspections/latest")
        .require(200)
        .json()
        .at("/trace/hooks");
  }

  private Set<String> pluginDataKeys(String node) {
    var keys = new TreeSet<String>();
    api.get("/v1/nodes/" + node + "/inventory")
        .require(200)
        .json()
        .path("plugin_data")
        .fieldNames()
        .forEachRemaining(keys::add);
    // Keys that the reference does not write: hooks.md 21, and the status of LLDP.
    keys.removeAll(Set.of("bmc_address", "bmc_v6address", "lldp_status"));
    return keys;
  }

  private static Set<String> names(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).collect(toCollection(TreeSet::new));
  }

  private static String text(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).collect(joining(","));
  }

  private static List<String> ports(JsonNode ports) {
    return ports
        .valueStream()
        .map(
            port ->
                Stream.of(
                        "address",
                        "pxe_enabled",
                        "extra",
                        "physical_network",
                        "/local_link_connection/switch_id",
                        "/local_link_connection/port_id",
                        "/local_link_connection/switch_info")
                    .map(field -> field.startsWith("/") ? port.at(field) : port.path(field))
                    .map(JsonNode::toString)
                    .collect(joining(" ")))
        .sorted()
        .toList();
  }
}
