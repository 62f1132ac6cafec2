package dev.assay.api.introspection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.FinishedInspections;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.Site;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The classic API's introspections, docs/spec/inspector-compat.md 3. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class IntrospectionTest {
  private static final Instant START = Instant.parse("2026-08-01T10:20:30Z");
  private static final String ALL = "/inspector/v1/introspection";

  @Inject Site site;
  @Inject FinishedInspections finished;

  @BeforeEach
  void open() {
    site.open();
    site.run("delete from node");
    site.run("delete from outbox");
  }

  @Nested
  class A_start {
    @ParameterizedTest
    @ValueSource(strings = {"enroll", "manageable", "inspect failed"})
    void stores_the_introspection_and_leaves_the_node_in_its_state(String state) {
      var node = site.nodeIn(state);

      var answer = post(node);

      assertThat(answer.statusCode()).isEqualTo(202);
      assertThat(answer.body().asString()).isEqualTo("{}");
      var status = status(node);
      assertThat(status.path("uuid").asText()).isEqualTo(node);
      assertThat(status.path("state").asText()).isEqualTo("starting");
      assertThat(status.path("finished").isBoolean()).isTrue();
      assertThat(status.path("finished").asBoolean()).isFalse();
      assertThat(status.path("finished_at").isNull()).isTrue();
      assertThat(status.path("error").isNull()).isTrue();
      assertThat(status.path("started_at").asText())
          .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{6})?");
      assertThat(status.path("links").path(0).path("href").asText())
          .endsWith("/v1/introspection/" + node);
      assertThat(stateOf(node)).isEqualTo(state);
      assertThat(site.commands(node)).containsExactly("start-inspection");
    }

    @Test
    void names_the_node_by_name_too() {
      site.node("{\"driver\":\"fake-hardware\",\"name\":\"rack1-node7\"}");

      assertThat(post("rack1-node7").statusCode()).isEqualTo(202);
      assertThat(status("rack1-node7").path("state").asText()).isEqualTo("starting");
    }

    @ParameterizedTest
    @CsvSource({"1,true", "true,true", "True,true", "0,false", "False,false"})
    void says_who_boots_the_machine(String sent, boolean manages) {
      var node = site.nodeIn("manageable");

      assertThat(post(node + "?manage_boot=" + sent).statusCode()).isEqualTo(202);

      assertThat(site.ask("select manage_boot from inspection where classic")).isEqualTo(manages);
    }

    @ParameterizedTest
    @ValueSource(strings = {"starting", "waiting"})
    void again_restarts_one_that_has_no_data_yet(String stage) {
      var node = site.nodeIn("manageable");
      post(node);
      site.run("update inspection set stage = ?1, started_at = now() - interval '1 h'", stage);

      assertThat(post(node).statusCode()).isEqualTo(202);

      assertThat(status(node).path("state").asText()).isEqualTo("starting");
      assertThat(site.ask("select count(*) from inspection")).isEqualTo(1L);
      assertThat(site.ask("select started_at > now() - interval '5 min' from inspection"))
          .isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"processing", "aborting", "enrolling", "reapplying"})
    void waits_for_one_that_has_its_data(String stage) {
      var node = site.nodeIn("manageable");
      post(node);
      site.run("update inspection set stage = ?1", stage);
      var before = site.digest();

      assertThat(error(post(node), 400)).contains("state " + stage, "wait until it ends");
      assertThat(site.digest()).isEqualTo(before);
    }

    @Test
    void waits_for_an_inspection_of_the_other_api() {
      var node = site.nodeIn("manageable");
      site.api()
          .body("{\"target\":\"inspect\"}")
          .put("/v1/nodes/" + node + "/states/provision")
          .then()
          .statusCode(202);

      assertThat(error(post(node), 409)).contains("Bare Metal API");
    }

    @ParameterizedTest
    @ValueSource(strings = {"inspect", "provide"})
    void and_the_other_api_waits_for_it(String target) {
      var node = site.nodeIn("manageable");
      post(node);

      site.api()
          .body("{\"target\":\"%s\"}".formatted(target))
          .put("/v1/nodes/" + node + "/states/provision")
          .then()
          .statusCode(409);
      assertThat(stateOf(node)).isEqualTo("manageable");
    }

    @Test
    void lets_a_change_of_power_wait_until_it_is_started() {
      var node = site.nodeIn("manageable");
      post(node);

      power(node, 409);
      site.run("update inspection set stage = 'waiting'");
      power(node, 202);
    }

    @Test
    void waits_for_a_change_of_power_that_would_interrupt_it() {
      var node = site.nodeIn("manageable");
      power(node, 202);

      assertThat(error(post(node), 409)).contains("is locked by host");
      site.api()
          .body("{\"target\":\"inspect\"}")
          .put("/v1/nodes/" + node + "/states/provision")
          .then()
          .statusCode(409);
    }

    private void power(String node, int status) {
      site.api()
          .body("{\"target\":\"power off\"}")
          .put("/v1/nodes/" + node + "/states/power")
          .then()
          .statusCode(status);
    }

    @Test
    void hides_the_data_of_the_one_before_until_it_has_its_own() {
      var node = site.nodeIn("manageable");
      finished.of(node, "{\"inventory\":{\"a\":1}}", START);
      assertThat(get("/" + node + "/data/unprocessed").statusCode()).isEqualTo(200);

      post(node);

      assertThat(error(get("/" + node + "/data/unprocessed"), 404)).contains("has none yet");
      assertThat(error(get("/" + node + "/data"), 404)).contains("has none yet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"available", "active", "cleaning"})
    void is_refused_in_other_states(String state) {
      var node = site.nodeIn("manageable");
      site.move(node, state);

      assertThat(error(post(node), 400)).contains("Invalid provision state", state);
    }

    @Test
    void is_refused_with_a_bad_boolean_and_for_an_unknown_node() {
      var node = site.nodeIn("manageable");

      assertThat(error(post(node + "?manage_boot=perhaps"), 400)).contains("manage_boot");
      assertThat(error(post("nobody"), 404)).isEqualTo("Node nobody was not found in Ironic.");
      assertThat(error(post(UUID.randomUUID().toString()), 404)).contains("was not found");
    }

    @Test
    void is_refused_while_a_conductor_works_on_the_node() {
      var node = site.nodeIn("manageable");
      site.lease(node, "c1.example");

      assertThat(error(post(node), 409)).contains("locked by host c1.example");
    }
  }

  @Nested
  class A_status {
    @Test
    void of_a_node_that_was_never_inspected_is_not_found() {
      assertThat(error(get("/" + site.node()), 404)).startsWith("Could not find node ");
    }

    @ParameterizedTest
    @CsvSource({
      "INSPECTION_TIMEOUT, Timeout reached while inspecting, Introspection timeout",
      "INSPECTION_ABORTED, Inspection was aborted, Canceled by operator",
      "HOOK_FAILED, no rack, no rack",
    })
    void says_why_it_failed_in_the_words_of_the_classic_service(
        String code, String text, String shown) {
      var node = site.nodeIn("manageable");
      post(node);
      site.run(
          "update inspection set stage = 'error', finished_at = now(), error_code = ?1, error = ?2",
          code,
          text);

      var status = status(node);

      assertThat(status.path("state").asText()).isEqualTo("error");
      assertThat(status.path("finished").asBoolean()).isTrue();
      assertThat(status.path("error").asText()).isEqualTo(shown);
    }
  }

  @Nested
  class The_list {
    @Test
    void has_the_latest_of_each_node_with_the_latest_started_first() {
      var first = inspected("{\"inventory\":{}}", START);
      var second = inspected("{\"inventory\":{}}", START.plusSeconds(5));
      post(first);

      assertThat(list("")).containsExactly(first, second);
    }

    @Test
    void comes_in_pages_after_a_marker() {
      var one = inspected("{\"inventory\":{}}", START);
      var two = inspected("{\"inventory\":{}}", START.plusSeconds(5));
      var three = inspected("{\"inventory\":{}}", START.plusSeconds(5));

      var all = list("");
      assertThat(all).hasSize(3).contains(two, three).last().isEqualTo(one);
      assertThat(list("?limit=1")).containsExactly(all.get(0));
      assertThat(list("?limit=1&marker=" + all.get(0))).containsExactly(all.get(1));
      assertThat(list("?limit=0&marker=" + all.get(1))).containsExactly(one);
      assertThat(list("?marker=" + one)).isEmpty();
    }

    @Test
    void can_be_limited_to_states() {
      var done = inspected("{\"inventory\":{}}", START);
      var running = site.nodeIn("manageable");
      post(running);

      assertThat(list("?state=finished")).containsExactly(done);
      assertThat(list("?state=starting,waiting")).containsExactly(running);
      assertThat(list("?state=starting,finished")).containsExactly(running, done);
      assertThat(list("?state=error")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
      "?limit=-1, 400",
      "?limit=1001, 400",
      "?limit=x, 400",
      "?state=odd, 400",
      "?marker=x, 400",
      "?marker=3f2504e0-4f89-41d3-9a0c-0305e82c3301, 404",
    })
    void refuses_bad_parameters(String query, int status) {
      error(get(query), status);
    }
  }

  @Nested
  class An_abort {
    @Test
    void of_one_that_waits_is_done_by_a_conductor() {
      var node = site.nodeIn("manageable");
      post(node);
      site.run("update inspection set stage = 'waiting'");
      site.run("delete from outbox");

      assertThat(post(node + "/abort").statusCode()).isEqualTo(202);

      assertThat(status(node).path("state").asText()).isEqualTo("aborting");
      assertThat(site.commands(node)).containsExactly("abort-inspection");
      assertThat(stateOf(node)).isEqualTo("manageable");
    }

    @Test
    void of_an_inspection_of_the_other_api_moves_the_node_as_that_does() {
      var node = site.nodeIn("manageable");
      site.api().body("{\"target\":\"inspect\"}").put("/v1/nodes/" + node + "/states/provision");
      site.run("update inspection set stage = 'waiting'");
      site.move(node, "inspect wait");

      assertThat(post(node + "/abort").statusCode()).isEqualTo(202);

      assertThat(stateOf(node)).isEqualTo("inspect failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"starting", "processing", "error"})
    void changes_nothing_in_other_states(String stage) {
      var node = site.nodeIn("manageable");
      post(node);
      site.run("update inspection set stage = ?1", stage);
      var before = site.digest();

      assertThat(post(node + "/abort").statusCode()).isEqualTo(202);

      assertThat(site.digest()).isEqualTo(before);
    }

    @Test
    void H11_of_a_finished_one_makes_it_an_error_and_keeps_its_data() {
      var node = inspected("{\"inventory\":{}}", START);

      assertThat(post(node + "/abort").statusCode()).isEqualTo(202);

      assertThat(status(node).path("state").asText()).isEqualTo("error");
      assertThat(status(node).path("error").asText()).isEqualTo("Canceled by operator");
      assertThat(get("/" + node + "/data/unprocessed").statusCode()).isEqualTo(200);
    }

    @Test
    void is_refused_while_a_conductor_works_on_the_node_and_for_unknown_nodes() {
      var node = inspected("{\"inventory\":{}}", START);
      site.lease(node, "c1.example");

      assertThat(error(post(node + "/abort"), 409)).contains("locked by host");
      assertThat(error(post(site.node() + "/abort"), 404)).contains("never inspected");
      assertThat(error(post("nobody/abort"), 404)).contains("nobody");
    }
  }

  @Nested
  class Data {
    @Test
    void as_they_were_sent_come_back_byte_for_byte() {
      var sent = "{ \"inventory\" : {\"a\": 1.0},\n \"other\":\"\u00e4\" }";
      var node = inspected(sent, START);

      assertThat(get("/" + node + "/data/unprocessed").body().asString()).isEqualTo(sent);
    }

    @Test
    void that_are_not_stored_are_not_found() {
      var node = site.node();

      assertThat(error(get("/" + node + "/data"), 404)).contains("no inspection of it has");
      assertThat(error(get("/" + node + "/data/unprocessed"), 404)).contains("none were received");
    }

    @Test
    void are_processed_again_on_request() {
      var node = inspected("{\"inventory\":{}}", START);

      assertThat(post(node + "/data/unprocessed").statusCode()).isEqualTo(202);

      assertThat(status(node).path("state").asText()).isEqualTo("reapplying");
      assertThat(site.commands(node)).containsExactly("process-callback");
    }

    @Test
    void of_the_request_are_stored_first_without_logs() {
      var node = site.nodeIn("manageable");
      var sent = "{\"inventory\": {\"x\":1}%s}";

      var answer =
          RestAssured.given()
              .body(sent.formatted(", \"logs\": \"H4sI\""))
              .contentType("application/json")
              .post(ALL + "/" + node + "/data/unprocessed");

      assertThat(answer.statusCode()).isEqualTo(202);
      assertThat(status(node).path("state").asText()).isEqualTo("reapplying");
      assertThat(get("/" + node + "/data/unprocessed").body().asString())
          .isEqualTo(sent.formatted(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "7", "{", "null", "{}", "{\"inventory\":[]}"})
    void of_the_request_must_be_an_object_with_an_inventory(String body) {
      var node = inspected("{\"inventory\":{}}", START);
      var before = site.digest();

      error(
          RestAssured.given()
              .body(body)
              .contentType("application/json")
              .post(ALL + "/" + node + "/data/unprocessed"),
          400);

      assertThat(site.digest()).isEqualTo(before);
    }

    @Test
    void that_are_unknown_or_of_a_locked_node_are_not_processed() {
      assertThat(error(post(site.nodeIn("manageable") + "/data/unprocessed"), 404))
          .contains("no stored data");
      assertThat(error(post("nobody/data/unprocessed"), 404)).contains("nobody");
      var node = inspected("{\"inventory\":{}}", START);
      site.lease(node, "c1.example");
      assertThat(error(post(node + "/data/unprocessed"), 409)).contains("locked");
    }
  }

  @Nested
  class A_callback {
    @Test
    void is_accepted_and_leaves_the_node_in_its_state() {
      var node = waiting("manageable", "52:54:00:00:00:01");

      var answer = callback("52:54:00:00:00:01");

      assertThat(answer.statusCode()).isEqualTo(202);
      assertThat(answer.body().asString()).isEqualTo("{\"uuid\":\"%s\"}".formatted(node));
      assertThat(status(node).path("state").asText()).isEqualTo("processing");
      assertThat(site.commands(node)).contains("process-callback");
      assertThat(stateOf(node)).isEqualTo("manageable");
    }

    @Test
    void to_the_endpoint_of_the_other_api_is_accepted_as_well() {
      var node = waiting("enroll", "52:54:00:00:00:01");

      assertThat(
              RestAssured.given()
                  .contentType("application/json")
                  .body(body("52:54:00:00:00:01"))
                  .post("/v1/continue_inspection")
                  .statusCode())
          .isEqualTo(202);

      assertThat(status(node).path("state").asText()).isEqualTo("processing");
      assertThat(stateOf(node)).isEqualTo("enroll");
    }

    @Test
    void takes_the_data_of_an_inspection_that_the_other_api_started() {
      var node = site.nodeIn("manageable");
      site.port(node, "52:54:00:00:00:01");
      site.api().body("{\"target\":\"inspect\"}").put("/v1/nodes/" + node + "/states/provision");
      site.run("update inspection set stage = 'waiting'");
      site.move(node, "inspect wait");

      assertThat(callback("52:54:00:00:00:01").statusCode()).isEqualTo(202);

      assertThat(stateOf(node)).isEqualTo("inspecting");
    }

    @Test
    void goes_to_the_node_that_most_addresses_match() {
      waiting("manageable", "52:54:00:00:00:01");
      var best = waiting("manageable", "52:54:00:00:00:02", "52:54:00:00:00:03");

      var answer = callback("52:54:00:00:00:01", "52:54:00:00:00:02", "52:54:00:00:00:03");

      assertThat(answer.body().asString()).contains(best);
    }

    @Test
    void of_nobody_of_several_and_of_a_finished_node_get_the_same_answer() {
      waiting("manageable", "52:54:00:00:00:01");
      waiting("manageable", "52:54:00:00:00:02");
      var finished = inspected("{\"inventory\":{}}", START);
      site.port(finished, "52:54:00:00:00:03");

      var nobody = error(callback("52:54:00:00:00:09"), 404);

      assertThat(error(callback("52:54:00:00:00:01", "52:54:00:00:00:02"), 404)).isEqualTo(nobody);
      assertThat(error(callback("52:54:00:00:00:03"), 404)).isEqualTo(nobody);
      assertThat(nobody).isEqualTo("Resource could not be found.");
    }

    @Test
    void while_the_machine_is_being_started_is_to_be_repeated() {
      var node = waiting("manageable", "52:54:00:00:00:01");
      site.run("update inspection set stage = 'starting'");

      assertThat(error(callback("52:54:00:00:00:01"), 409)).contains("locked");
      assertThat(status(node).path("state").asText()).isEqualTo("starting");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{}", "{\"inventory\":{}}", "{"})
    void without_an_inventory_is_refused(String body) {
      error(
          RestAssured.given().contentType("text/plain").body(body).post("/inspector/v1/continue"),
          400);
    }

    @Test
    void of_an_old_ramdisk_names_the_bmc_beside_the_inventory() {
      var node = waiting("manageable", "52:54:00:00:00:01");
      site.run(
          "insert into lookup_address (address, node_id) select '192.0.2.77', id from node"
              + " where uuid = ?1",
          UUID.fromString(node));

      var answer =
          RestAssured.given()
              .body(
                  "{\"ipmi_address\":\"192.0.2.77\",\"inventory\":{\"interfaces\":"
                      + "[{\"name\":\"eth0\",\"mac_address\":\"52:54:00:00:00:55\"}]}}")
              .post("/inspector/v1/continue");

      assertThat(answer.body().asString()).contains(node);
    }

    /** A node in {@code state} with these ports, whose introspection waits for its data. */
    private String waiting(String state, String... macs) {
      var node = site.nodeIn("manageable");
      List.of(macs).forEach(mac -> site.port(node, mac));
      site.move(node, state);
      post(node);
      site.run(
          "update inspection set stage = 'waiting' where node_id ="
              + " (select id from node where uuid = ?1)",
          UUID.fromString(node));
      return node;
    }

    private Response callback(String... macs) {
      return RestAssured.given().body(body(macs)).post("/inspector/v1/continue");
    }

    private String body(String... macs) {
      return Stream.of(macs)
          .map("{\"name\":\"eth0\",\"mac_address\":\"%s\"}"::formatted)
          .collect(Collectors.joining(",", "{\"inventory\":{\"interfaces\":[", "]}}"));
    }
  }

  /** A manageable node whose inspection finished with {@code body} as its data. */
  private String inspected(String body, Instant start) {
    var node = site.nodeIn("manageable");
    finished.of(node, body, start);
    return node;
  }

  private Object stateOf(String node) {
    return site.ask("select provision_state from node where uuid = ?1", UUID.fromString(node));
  }

  private static Response post(String path) {
    return RestAssured.given().urlEncodingEnabled(false).post(ALL + "/" + path);
  }

  private static Response get(String path) {
    return RestAssured.given().urlEncodingEnabled(false).get(ALL + path);
  }

  private static JsonNode status(String node) {
    var answer = get("/" + node);
    assertThat(answer.statusCode()).as(answer.body().asString()).isEqualTo(200);
    return StoredJson.read(answer.body().asString(), JsonNode.class);
  }

  private static List<String> list(String query) {
    var answer = get(query);
    assertThat(answer.statusCode()).as(answer.body().asString()).isEqualTo(200);
    return StoredJson.read(answer.body().asString(), JsonNode.class)
        .path("introspection")
        .findValuesAsText("uuid");
  }

  /** The message of an error in the format of the classic API. */
  private static String error(Response answer, int status) {
    assertThat(answer.statusCode()).as(answer.body().asString()).isEqualTo(status);
    return StoredJson.read(answer.body().asString(), JsonNode.class)
        .path("error")
        .path("message")
        .asText();
  }
}
