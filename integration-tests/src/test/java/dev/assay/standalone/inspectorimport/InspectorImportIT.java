package dev.assay.standalone.inspectorimport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.scenario.SharedStack;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Installation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The command that takes over an ironic-inspector, as an operator runs it, on the databases that a
 * real one wrote.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class InspectorImportIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NODE = "20000000-0000-4000-8000-00000000000";
  private static final String RULE = "10000000-0000-4000-8000-00000000000";

  /** Rules that Assay cannot run, by the end of their UUID. */
  private static final Map<String, String> REFUSED_RULES =
      Map.of(
          "b",
              "it would fail every introspection that it applies to: actions[1] value: a dot reaches",
          "d", "actions[0]: action example is unknown",
          "e", "conditions[0]: invalid regular expression: look-ahead");

  @TempDir static Path folder = Path.of("");
  private static @Nullable InspectorDumps dumps;

  /** What the command printed, and its exit status. */
  private record Outcome(int status, String text) {}

  @BeforeAll
  static void both_databases() throws Exception {
    dumps = InspectorDumps.loaded(folder);
  }

  @AfterAll
  static void stop() {
    if (dumps != null) {
      dumps.close();
    }
  }

  static Stream<String> connections() {
    var both = Objects.requireNonNull(dumps);
    return Stream.of(both.mariadbConnection(), both.postgresConnection());
  }

  @ParameterizedTest
  @MethodSource("connections")
  void rules_and_introspections_are_taken_over_once(String connection) throws Exception {
    var api = emptied();
    for (int i = 1; i <= 5; i++) {
      api.createNode(Map.of("uuid", NODE + i, "driver", "fake-hardware"));
    }

    var dry = run(api, connection, "--dry-run");
    assertThat(dry.text())
        .contains("Rules: 11 to import, 0 unchanged, 3 left out")
        .contains("Introspections: 4 to import, 0 unchanged, 1 left out")
        .contains("Nothing was written: this was a dry run.");
    assertThat(dry.status()).isEqualTo(1);
    assertThat(rules(api)).isEmpty();
    assertThat(api.get("/inspector/v1/introspection").require(200).json().path("introspection"))
        .isEmpty();

    var first = run(api, connection);
    assertThat(first.text())
        .contains("Rules: 11 imported, 0 unchanged, 3 left out")
        .contains("Introspections: 4 imported, 0 unchanged, 1 left out")
        .contains(NODE + "5: ironic-inspector still works on it (state waiting)");
    assertThat(first.status()).isEqualTo(1);
    REFUSED_RULES.forEach(
        (end, why) ->
            assertThat(first.text().lines())
                .anySatisfy(
                    line ->
                        assertThat(line).startsWith("  left out: " + RULE + end).contains(why)));
    requireRules(api);
    requireIntrospections(api, connection);

    var second = run(api, connection);
    assertThat(second.text())
        .contains("Rules: 0 imported, 11 unchanged, 3 left out")
        .contains("Introspections: 0 imported, 4 unchanged, 1 left out");
    assertThat(rules(api)).hasSize(11);
    assertThat(api.get("/v1/nodes/" + NODE + "1/inspections").json().path("inspections"))
        .hasSize(1);
  }

  /** As they were posted to ironic-inspector, and in that order. */
  private static void requireRules(ApiClient api) throws IOException {
    var posted = new ArrayList<JsonNode>();
    for (var each : JSON.readTree(InspectorDumps.resource("rules.json"))) {
      var rule = InspectorRuleJson.withDefaults((ObjectNode) each);
      if (!REFUSED_RULES.containsKey(rule.path("uuid").asText().substring(35))) {
        posted.add(rule);
      }
    }
    var stored = rules(api);
    assertThat(stored).hasSameSizeAs(posted);
    for (int i = 0; i < stored.size(); i++) {
      var rule = api.get("/inspector/v1/rules/" + stored.get(i)).require(200).json();
      for (var member : posted.get(i).properties()) {
        assertThat(rule.path(member.getKey())).as(stored.get(i)).isEqualTo(member.getValue());
      }
    }
  }

  private static void requireIntrospections(ApiClient api, String connection) throws Exception {
    var stored = stored(connection);
    for (var node : List.of("1", "2")) {
      var status = api.get("/inspector/v1/introspection/" + NODE + node).require(200).json();
      assertThat(status.path("state").asText()).isEqualTo("finished");
      assertThat(status.path("started_at").asText()).startsWith("2023-05-17T09:3");
      assertThat(data(api, node, "/unprocessed")).isEqualTo(stored.get(node));
      var inventory = api.get("/v1/nodes/" + NODE + node + "/inventory").require(200).json();
      var processed = Objects.requireNonNull(stored.get(node + "p"));
      assertThat(inventory.path("inventory")).isEqualTo(processed.path("inventory"));
      for (var name : List.of("memory_mb", "cpus", "local_gb", "root_disk", "interfaces")) {
        assertThat(data(api, node, "").path(name)).as(name).isEqualTo(processed.path(name));
        assertThat(inventory.path("plugin_data").path(name)).isEqualTo(processed.path(name));
      }
    }
    assertThat(error(api, "3")).isEqualTo("Ironic says: driver_info is incomplete");
    assertThat(data(api, "3", "/unprocessed")).isEqualTo(stored.get("3"));
    assertThat(error(api, "4")).isEqualTo("Introspection timeout");
    var node = api.node(NODE + "1");
    assertThat(node.path("provision_state").asText()).isEqualTo("enroll");
    assertThat(node.path("properties")).isEmpty();
  }

  /** What the database has, by the end of the node's UUID; with a "p" processed data. */
  private static Map<String, JsonNode> stored(String connection) throws Exception {
    var rows = new ArrayList<StoredData>();
    try (var database = InspectorDatabase.open(DatabaseUrl.parse(connection))) {
      database.data(rows::add);
    }
    var all = new HashMap<String, JsonNode>();
    for (var row : rows) {
      all.put(row.uuid().substring(35) + (row.processed() ? "p" : ""), JSON.readTree(row.json()));
    }
    return all;
  }

  private static JsonNode data(ApiClient api, String node, String kind) {
    return api.get("/inspector/v1/introspection/" + NODE + node + "/data" + kind)
        .require(200)
        .json();
  }

  private static String error(ApiClient api, String node) {
    var status = api.get("/inspector/v1/introspection/" + NODE + node).require(200).json();
    assertThat(status.path("state").asText()).isEqualTo("error");
    return status.path("error").asText();
  }

  @Test
  void what_is_in_Assay_already_is_not_overwritten() throws Exception {
    var api = emptied();
    var connection = Objects.requireNonNull(dumps).mariadbConnection();
    var other = "{\"description\":\"mine\",\"actions\":[{\"action\":\"fail\",\"message\":\"m\"}]}";
    api.post("/inspector/v1/rules/" + RULE + "2", other).require(201);
    api.createNode(Map.of("uuid", NODE + "1", "driver", "fake-hardware"));
    var newer =
        "{\"started_at\":\"2026-01-01T00:00:00Z\",\"finished_at\":\"2026-01-01T00:01:00Z\",";
    api.put(
            "/v1/nodes/%s1/inspections/30000000-0000-4000-8000-000000000001".formatted(NODE),
            newer + "\"data\":{\"inventory\":{\"newer\":true}}}")
        .require(201);

    var outcome = run(api, connection);

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.text())
        .contains("Rules: 10 imported, 0 unchanged, 4 left out")
        .contains(RULE + "2 (Refuse small machines): another rule has this UUID in Assay")
        .contains(RULE + "1 (Set the driver of machines of one vendor): it applies after rules")
        .contains("Node %s1 was inspected later than that".formatted(NODE))
        .contains(NODE + "2, " + NODE + "3, " + NODE + "4: there is no such node in Assay");
    assertThat(
            api.get("/v1/nodes/" + NODE + "1/inventory").json().at("/inventory/newer").asBoolean())
        .isTrue();
  }

  @Test
  void options_are_printed_and_secrets_are_not() throws Exception {
    var api = emptied();
    var connection = Objects.requireNonNull(dumps).mariadbConnection();

    var outcome = run(api, connection.replace("root:@", "root:planted-secret@"), "--dry-run");
    var printed = run(api, connection, "--dry-run", "--all").text();

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.text()).contains("Access denied").doesNotContain("planted-secret");
    assertThat(printed)
        .contains(
            "# [processing]processing_hooks\nassay.inspector.hooks=ramdisk-error,validate-interfaces,"
                + "ports,architecture,raid-device,root-device,memory,cpus,boot-mode,cpu-capabilities,"
                + "pci-devices,accelerators,parse-lldp,local-link-connection,physical-network,"
                + "extra-hardware\n")
        .contains("# [DEFAULT]timeout\nassay.conductor.inspect-wait-timeout=2400s\n")
        .contains("[house_extension]answer: it is no option of ironic-inspector");
  }

  @Test
  void a_wrong_call_is_explained() throws Exception {
    var api = emptied();

    assertThat(command(List.of("--url", api.address())).status()).isEqualTo(2);
    var missing = command(List.of("--url", api.address(), "--config", "/no/such/file"));
    assertThat(missing.text()).contains("/no/such/file cannot be read");
    assertThat(missing.status()).isEqualTo(1);
    var sqlite = run(api, "sqlite:////var/lib/ironic-inspector/inspector.sqlite");
    assertThat(sqlite.text()).contains("it is of kind \"sqlite\"");
    assertThat(sqlite.status()).isEqualTo(1);
  }

  private static ApiClient emptied() {
    var api = SharedStack.emptied().api();
    api.delete("/inspector/v1/rules").require(204);
    return api;
  }

  private static List<String> rules(ApiClient api) {
    return api.get("/inspector/v1/rules")
        .require(200)
        .json()
        .path("rules")
        .findValuesAsText("uuid");
  }

  private static Outcome run(ApiClient api, String connection, String... options)
      throws IOException, InterruptedException {
    var file =
        Files.writeString(
            folder.resolve("inspector.conf"),
            InspectorDumps.resource("ironic-inspector.conf").replace("@CONNECTION@", connection));
    var arguments = new ArrayList<>(List.of("--url", api.address(), "--config", file.toString()));
    arguments.addAll(List.of(options));
    return command(arguments);
  }

  private static Outcome command(List<String> arguments) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(List.of(Installation.root() + "/deploy/assay", "import-inspector"));
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    var process = builder.start();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), text);
  }
}
