package dev.assay.api.node.state;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.json;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.Site;
import dev.assay.node.ProvisionState;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ProvisionRequestTest {
  /** From state-machine.md 1.2: the rows that an operator causes, and the command of each. */
  private static final Map<String, String> LEGAL =
      Map.of(
          "manage/enroll", "verifying,verify-node",
          "inspect/manageable", "inspecting,start-inspection",
          "inspect/inspect failed", "inspecting,start-inspection",
          "abort/inspect wait", "inspect failed,",
          "manage/inspect failed", "manageable,",
          "provide/manageable", "cleaning,clean-node",
          "manage/clean failed", "manageable,",
          "manage/available", "manageable,",
          "manage/adopt failed", "manageable,");

  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  static Stream<Arguments> everyVerbInEveryState() {
    return Stream.of("manage", "provide", "inspect", "abort")
        .flatMap(
            verb ->
                Stream.of(ProvisionState.values()).map(state -> Arguments.of(verb, state.wire())));
  }

  @ParameterizedTest(name = "{0} in {1}")
  @MethodSource("everyVerbInEveryState")
  void a_verb_moves_the_node_or_is_refused(String verb, String state) {
    var node = site.nodeIn(state);
    var expected = LEGAL.get(verb + "/" + state);

    var answer = put(node, verb);

    if (expected == null) {
      assertThat(fault(answer, 400)).isEqualTo(refusal(verb, node, state));
      assertThat(state(node)).isEqualTo(state);
      assertThat(site.commands(node)).isEmpty();
      return;
    }
    var parts = expected.split(",", -1);
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(202);
    assertThat(answer.asString()).isEmpty();
    assertThat(answer.header("Content-Type")).isNull();
    assertThat(answer.header("Location")).endsWith("/v1/nodes/" + node + "/states");
    assertThat(state(node)).isEqualTo(parts[0]); // PI9
    assertThat(target(node)).isEqualTo(targetIn(parts[0])); // PI6
    assertThat(String.join(",", site.commands(node))).isEqualTo(parts[1]);
  }

  @ParameterizedTest(name = "{0} in {1}")
  @MethodSource("everyVerbInEveryState")
  void every_verb_is_409_while_a_conductor_works_on_the_node(String verb, String state) {
    var node = site.nodeIn(state);
    site.lease(node, "c1.example");

    assertThat(fault(put(node, verb), 409)).isEqualTo(locked(node));
    assertThat(state(node)).isEqualTo(state);
  }

  @ParameterizedTest(name = "{0} in {1}")
  @CsvSource({
    "active,available",
    "clean,manageable",
    "adopt,manageable",
    "deploy,available",
    "adopt,adopt failed",
    "rebuild,active",
    "deleted,active",
    "undeploy,error",
    "rescue,active",
    "unrescue,rescue",
    "unhold,clean hold",
    "service,active"
  })
  void what_only_ironic_does_is_unsupported_where_it_would_be_legal(String verb, String state) {
    var node = site.nodeIn(state);

    assertThat(fault(put(node, verb), 400))
        .isEqualTo(
            "Driver fake-hardware does not support %s (disabled or not implemented)."
                .formatted(verb));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"active", "deleted", "clean", "rescue", "unhold", "service", "done", "fail", "wait"})
  void other_verbs_are_refused_where_they_are_illegal_or_unknown(String verb) {
    var node = site.node();

    assertThat(fault(put(node, verb), 400)).isEqualTo(refusal(verb, node, "enroll"));
  }

  @ParameterizedTest(name = "{0} needs 1.{1}")
  @CsvSource({
    "manage,4",
    "provide,4",
    "inspect,6",
    "abort,13",
    "clean,15",
    "adopt,17",
    "rescue,38",
    "unrescue,38",
    "deploy,73",
    "undeploy,73",
    "unhold,85",
    "service,87"
  })
  void a_verb_older_than_its_version_is_406(String verb, int since) {
    var node = site.nodeIn("manageable");

    var answer =
        site.at(since - 1)
            .body("{\"target\":\"%s\"}".formatted(verb))
            .put("/v1/nodes/" + node + "/states/provision");

    assertThat(answer.statusCode()).isEqualTo(406);
    assertThat(state(node)).isEqualTo("manageable");
  }

  @Test
  void abort_in_inspect_wait_needs_1_41() {
    var node = site.nodeIn("inspect wait");
    var path = "/v1/nodes/" + node + "/states/provision";

    assertThat(site.at(40).body("{\"target\":\"abort\"}").put(path).statusCode()).isEqualTo(406);
    assertThat(site.at(41).body("{\"target\":\"abort\"}").put(path).statusCode()).isEqualTo(202);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{}",
        "{\"target\":null}",
        "{\"target\":1}",
        "{\"target\":\"inspect\",\"more\":1}",
        "{\"target\":\"inspect\",\"clean_steps\":[]}",
        "{\"target\":\"inspect\",\"configdrive\":\"x\"}",
        "[]"
      })
  void a_body_that_is_no_order_is_400(String body) {
    var node = site.nodeIn("manageable");

    fault(site.api().body(body).put("/v1/nodes/" + node + "/states/provision"), 400);
    assertThat(state(node)).isEqualTo("manageable");
  }

  @Test
  void inspect_begins_a_run_and_forgets_the_agent_of_the_last_one() {
    var node = site.nodeIn("inspect failed");
    site.set(node, "last_error", "before");
    site.set(node, "agent_token_hash", "hash");

    assertThat(put(node, "inspect").statusCode()).isEqualTo(202);

    assertThat(
            site.ask(
                "select i.stage || ' ' || i.cause || ' ' || i.inspect_interface from inspection i"
                    + " join node n on n.id = i.node_id where n.uuid = ?1",
                UUID.fromString(node)))
        .isEqualTo("starting out_of_band fake");
    var shown = show(node);
    assertThat(shown.path("last_error").isNull()).isTrue();
    assertThat(shown.path("inspection_started_at").asText()).endsWith("+00:00");
    assertThat(site.ask("select agent_token_hash from node where uuid = ?1", UUID.fromString(node)))
        .isNull();
  }

  @Test
  void inspect_with_the_agent_is_requested() {
    var node =
        site.node(
            "{\"driver\":\"redfish\",\"driver_info\":{\"redfish_address\":\"https://192.0.2.5\"},"
                + "\"inspect_interface\":\"agent\"}");
    site.move(node, "manageable");

    assertThat(put(node, "inspect").statusCode()).isEqualTo(202);

    assertThat(
            site.ask(
                "select i.cause from inspection i join node n on n.id = i.node_id"
                    + " where n.uuid = ?1",
                UUID.fromString(node)))
        .isEqualTo("requested");
  }

  @Test
  void inspect_names_what_is_missing_in_driver_info() {
    var node = site.node("{\"driver\":\"redfish\"}");
    site.move(node, "manageable");

    assertThat(fault(put(node, "inspect"), 400)).contains("redfish_address");
    assertThat(state(node)).isEqualTo("manageable");
  }

  @Test
  void inspect_needs_an_inspect_interface() {
    var node = site.node("{\"driver\":\"fake-hardware\",\"inspect_interface\":\"no-inspect\"}");
    site.move(node, "manageable");

    assertThat(fault(put(node, "inspect"), 400))
        .isEqualTo("Driver fake-hardware does not support inspect (disabled or not implemented).");
  }

  @Test
  void inspect_names_the_option_when_the_service_cannot_boot_the_machine() {
    var node =
        site.node(
            "{\"driver\":\"ipmi\",\"driver_info\":{\"ipmi_address\":\"192.0.2.5\"},"
                + "\"inspect_interface\":\"agent\",\"boot_interface\":\"http\"}");
    site.move(node, "manageable");

    assertThat(fault(put(node, "inspect"), 400)).contains("assay.inspector.require-managed-boot");
  }

  @Test
  void inspect_is_409_while_the_last_run_is_not_over() {
    var node = site.nodeIn("manageable");
    assertThat(put(node, "inspect").statusCode()).isEqualTo(202);
    site.move(node, "inspect failed");

    assertThat(fault(put(node, "inspect"), 409)).isEqualTo(locked(node));
  }

  @Test
  void abort_ends_waiting_tells_everybody_and_writes_history() {
    var node = site.nodeIn("manageable");
    var mac = Site.mac();
    site.port(node, mac);
    put(node, "inspect");
    site.move(node, "inspect wait");
    site.run(
        "update inspection set stage = 'waiting' where node_id ="
            + " (select id from node where uuid = ?1)",
        UUID.fromString(node));

    assertThat(put(node, "abort").statusCode()).isEqualTo(202);

    assertThat(site.commands(node)).containsExactly("start-inspection", "abort-inspection");
    assertThat(site.outbox(mac))
        .as("when the port was made, and now")
        .hasSize(2)
        .allSatisfy(message -> assertThat(message).asString().contains("\"deny\""));
    assertThat(show(node).path("last_error").asText())
        .isEqualTo("Inspection was aborted by request.");
    var entry =
        ok(site.api().get("/v1/nodes/" + node + "/history?detail=true"), 200)
            .path("history")
            .path(0);
    assertThat(entry.path("state").asText()).isEqualTo("inspect wait");
    assertThat(entry.path("event_type").asText()).isEqualTo("introspection");
    assertThat(entry.path("severity").asText()).isEqualTo("ERROR");
    assertThat(entry.path("conductor").asText())
        .isNotBlank()
        .isEqualTo(show(node).path("conductor").asText());
  }

  @Test
  void provide_of_a_retired_node_is_400() {
    var node = site.node("{\"driver\":\"fake-hardware\",\"retired\":true}");
    site.move(node, "manageable");

    assertThat(fault(put(node, "provide"), 400)).contains("retired");
  }

  @Test
  void manage_keeps_last_error_when_nothing_is_to_be_done() {
    var node = site.nodeIn("inspect failed");
    site.set(node, "last_error", "before");

    put(node, "manage");

    assertThat(show(node).path("last_error").asText()).isEqualTo("before");
  }

  @Test
  void no_conductor_for_the_driver_is_404() {
    var node = site.nodeIn("manageable");
    site.set(node, "conductor_group", "nowhere");

    assertThat(fault(put(node, "inspect"), 404)).startsWith("No valid host was found. Reason:");
  }

  @Test
  void an_unknown_node_is_404() {
    assertThat(put(UUID.randomUUID().toString(), "manage").statusCode()).isEqualTo(404);
  }

  @Test
  void the_location_has_the_name_as_it_was_given() {
    var name = "n-" + UUID.randomUUID().toString().substring(0, 8) + "~x";
    site.node("{\"driver\":\"fake-hardware\",\"name\":\"%s\"}".formatted(name));

    assertThat(put(name, "manage").header("Location")).endsWith("/v1/nodes/" + name + "/states");
  }

  private Response put(String node, String verb) {
    return site.api()
        .body("{\"target\":\"%s\"}".formatted(verb))
        .put("/v1/nodes/" + node + "/states/provision");
  }

  private com.fasterxml.jackson.databind.JsonNode show(String node) {
    return json(site.api().get("/v1/nodes/" + node));
  }

  private String state(String node) {
    return show(node).path("provision_state").asText();
  }

  private String target(String node) {
    return show(node).path("target_provision_state").asText();
  }

  private static String targetIn(String state) {
    return switch (state) {
      case "verifying", "inspecting", "inspect failed" -> "manageable";
      case "cleaning" -> "available";
      default -> "null";
    };
  }

  private static String refusal(String verb, String node, String state) {
    return "The requested action \"%s\" can not be performed on node \"%s\" while it is in state \"%s\"."
        .formatted(verb, node, state);
  }

  private static String locked(String node) {
    return "Node %s is locked by host c1.example, please retry after the current operation is completed."
        .formatted(node);
  }
}
