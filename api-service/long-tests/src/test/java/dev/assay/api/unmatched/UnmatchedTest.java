package dev.assay.api.unmatched;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.Machines;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.OptionalFeatures;
import dev.assay.api.testing.Site;
import dev.assay.inspection.Stage;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.CompressedJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The inbox of unmatched payloads, docs/spec/api.md 9.14. */
@QuarkusTest
@TestProfile(OptionalFeatures.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class UnmatchedTest {
  private static final String INBOX = "/v1/unmatched";

  @Inject Machines machines;
  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
    site.run("delete from unmatched_payload");
    site.run("delete from node");
    site.run("delete from outbox");
  }

  @Test
  void are_listed_newest_first_page_by_page() {
    var older = refused(Site.mac());
    var newer = refused(Site.mac());

    var first = ok(site.api().get(INBOX + "?limit=1"), 200);
    var second = ok(site.api().get(first.path("next").asText()), 200);

    assertThat(first.path("unmatched").findValuesAsText("uuid")).containsExactly(newer);
    assertThat(second.path("unmatched").findValuesAsText("uuid")).containsExactly(older);
  }

  @Test
  void one_is_shown_with_the_reason_and_its_data_as_they_were_sent_without_logs() {
    var mac = Site.mac();
    var body = body(mac);
    var withLogs = body.substring(0, body.lastIndexOf('}')) + ",\"logs\":\"H4sIAAA=\"}";
    post(withLogs);
    var payload = kept(mac);

    var shown = ok(site.at(1).get(INBOX + "/" + payload), 200);

    assertThat(shown.path("outcome").asText()).isEqualTo("NOTHING_MATCHES");
    assertThat(shown.path("hint").asText()).contains("enroll a node");
    assertThat(shown.path("keys").path("macs").path(0).asText()).isEqualTo(mac);
    assertThat(shown.path("size").asInt()).isEqualTo(body.length());
    assertThat(site.api().get(INBOX + "/" + payload + "/data").asString()).isEqualTo(body);
  }

  @Test
  void the_data_go_onto_a_node_that_waits_as_a_callback() {
    var mac = Site.mac();
    var payload = refused(mac);
    var machine = machines.waiting();

    var answer = ok(replay(payload, "{\"node\":\"" + machine.node() + "\"}"), 202);

    assertThat(answer.path("uuid").asText()).isEqualTo(machine.node().toString());
    assertThat(machines.state(machine)).isEqualTo(ProvisionState.INSPECTING);
    assertThat(machines.stage(machine)).isEqualTo(Stage.PROCESSING);
    assertThat(machines.payload(machine)).isEqualTo(body(mac));
    assertThat(site.commands(machine.node().toString())).containsExactly("process-callback");
    ok(site.api().get(INBOX + "/" + payload), 404);
  }

  @Test
  void the_data_go_onto_a_node_that_waits_because_of_the_classic_API() {
    var payload = refused(Site.mac());
    var node = site.nodeIn("manageable");
    site.api().post("/inspector/v1/introspection/" + node).then().statusCode(202);
    site.run(
        "update inspection set stage = 'waiting' where node_id ="
            + " (select id from node where uuid = ?1)",
        UUID.fromString(node));

    ok(replay(payload, "{\"node\":\"" + node + "\"}"), 202);

    var shown = ok(site.api().get("/v1/nodes/" + node + "/inspections/latest"), 200);
    assertThat(shown.path("stage").asText()).isEqualTo("processing");
    assertThat(ok(site.api().get("/v1/nodes/" + node), 200).path("provision_state").asText())
        .isEqualTo("manageable");
  }

  @ParameterizedTest
  @CsvSource({
    "manageable, inspecting, requested",
    "inspect failed, inspecting, requested",
    "enroll, enroll, discovered"
  })
  void an_inspection_begins_with_the_data_of_a_node_that_does_not_wait(
      String state, String afterwards, String cause) {
    var node = site.nodeIn(state);
    var payload = refused(Site.mac());

    ok(replay(payload, "{\"node\":\"" + node + "\"}"), 202);

    var shown = ok(site.api().get("/v1/nodes/" + node), 200);
    assertThat(shown.path("provision_state").asText()).isEqualTo(afterwards);
    var run = ok(site.api().get("/v1/nodes/" + node + "/inspections/latest"), 200);
    assertThat(run.path("stage").asText()).isEqualTo("processing");
    assertThat(run.path("cause").asText()).isEqualTo(cause);
    assertThat(run.path("inspect_interface").asText()).isEqualTo("agent");
    assertThat(site.commands(node)).containsExactly("process-callback");
  }

  @ParameterizedTest
  @ValueSource(strings = {"available", "verifying", "inspecting", "clean failed"})
  void in_other_states_they_are_refused_and_stay(String state) {
    var node = site.nodeIn(state);
    var payload = refused(Site.mac());

    assertThat(fault(replay(payload, "{\"node\":\"" + node + "\"}"), 409))
        .contains("in state \"" + state + "\"");

    ok(site.api().get(INBOX + "/" + payload), 200);
    assertThat(site.commands(node)).isEmpty();
  }

  @Test
  void without_a_node_they_go_where_the_machine_is_looked_up() {
    var machine = machines.in(ProvisionState.MANAGEABLE);
    var payload = refused(machine.mac());
    assertThat(fault(replay(payload, ""), 409))
        .contains("is in state \"manageable\"")
        .contains("To do: inspect the node");
    site.run("delete from port");
    var waiting = machines.waiting();
    site.port(waiting.node().toString(), machine.mac());

    assertThat(ok(replay(payload, ""), 202).path("uuid").asText())
        .isEqualTo(waiting.node().toString());
  }

  @Test
  void an_unknown_machine_goes_into_discovery_on_request_only() {
    var mac = Site.mac();
    var payload = refused(mac);
    assertThat(fault(replay(payload, "{}"), 409)).contains("nothing matches");

    var node = ok(replay(payload, "{\"discover\":true}"), 202).path("uuid").asText();

    var shown = ok(site.api().get("/v1/nodes/" + node), 200);
    assertThat(shown.path("provision_state").asText()).isEqualTo("enroll");
    assertThat(shown.path("auto_discovered").asBoolean()).isTrue();
    assertThat(site.commands(node)).containsExactly("process-callback");
  }

  @Test
  void an_unknown_machine_stays_in_the_inbox_while_no_conductor_could_take_it() {
    var payload = refused(Site.mac());
    site.close();

    assertThat(fault(replay(payload, "{\"discover\":true}"), 503))
        .contains("No conductor is running");
    site.open();
    ok(replay(payload, "{\"discover\":true}"), 202);
  }

  @Test
  void a_machine_that_was_discovered_meanwhile_is_not_discovered_again() {
    var mac = Site.mac();
    var first = refused(mac);
    post(body(mac).replace("}]", "}],\"x\":1"));
    var second =
        await()
            .until(
                () -> ok(site.api().get(INBOX), 200).path("unmatched").findValuesAsText("uuid"),
                all -> all.size() == 2)
            .stream()
            .filter(uuid -> !uuid.equals(first))
            .findFirst()
            .orElseThrow();
    var node = ok(replay(first, "{\"discover\":true}"), 202).path("uuid").asText();

    assertThat(fault(replay(second, "{\"discover\":true}"), 409))
        .contains("the machine was discovered before, as node " + node);

    ok(site.api().get(INBOX + "/" + second), 200);
    assertThat(site.api().get("/v1/nodes").jsonPath().getList("nodes")).hasSize(1);
  }

  @Test
  void an_old_ramdisk_of_the_classic_API_is_discovered_by_its_BMC() {
    site.at(1)
        .body(body("junk").replace("\"a\" :", "\"ipmi_address\":\"192.0.2.78\", \"a\" :"))
        .post("/inspector/v1/continue")
        .then()
        .statusCode(404);
    var payload = kept("bmc_addresses", "192.0.2.78");

    var node = ok(replay(payload, "{\"discover\":true}"), 202).path("uuid").asText();

    assertThat(
            site.ask(
                "select d.address from discovered_address d join node n on n.id = d.node_id"
                    + " where cast(n.uuid as text) = ?1",
                node))
        .isEqualTo("192.0.2.78");
  }

  @Test
  void without_any_key_they_go_only_onto_a_node_that_is_named() {
    var payload = refused(Site.mac());
    var withoutKey = body("junk").getBytes(StandardCharsets.UTF_8);
    site.run("update unmatched_payload set body = ?1", CompressedJson.of(withoutKey).bytes());

    for (var target : List.of("{}", "{\"discover\":true}")) {
      assertThat(fault(replay(payload, target), 400)).isEqualTo("No lookup information provided");
    }

    assertThat(site.api().get("/v1/nodes").jsonPath().getList("nodes")).isEmpty();
    var node = machines.waiting().node();
    ok(replay(payload, "{\"node\":\"" + node + "\"}"), 202);
  }

  @Test
  void a_known_machine_is_not_discovered() {
    var mac = Site.mac();
    var payload = refused(mac);
    var machine = machines.waiting();
    site.port(machine.node().toString(), mac);

    assertThat(fault(replay(payload, "{\"discover\":true}"), 409))
        .contains("it is node " + machine.node());
  }

  @Test
  void a_replayed_one_cannot_be_replayed_again() {
    var payload = refused(Site.mac());
    var machine = machines.waiting();
    ok(replay(payload, "{\"node\":\"" + machine.node() + "\"}"), 202);

    ok(replay(payload, "{\"node\":\"" + machine.node() + "\"}"), 404);

    assertThat(site.commands(machine.node().toString())).hasSize(1);
  }

  @Test
  void a_node_that_a_conductor_works_on_is_409() {
    var payload = refused(Site.mac());
    var machine = machines.waiting();
    machines.lease(machine);

    ok(replay(payload, "{\"node\":\"" + machine.node() + "\"}"), 409);

    assertThat(machines.stage(machine)).isEqualTo(Stage.WAITING);
    ok(site.api().get(INBOX + "/" + payload), 200);
  }

  @Test
  void an_accepted_one_is_explained_by_its_old_reference() {
    var mac = Site.mac();
    var reference = post(body(mac)).header("X-Assay-Reference");
    var payload = kept(mac);
    var machine = machines.waiting();
    ok(replay(payload, "{\"node\":\"" + machine.node() + "\"}"), 202);

    var outcomes =
        ok(site.api().get("/v1/explanations?reference=" + reference), 200)
            .path("explanations")
            .findValuesAsText("outcome");

    assertThat(outcomes).containsExactly("ACCEPTED", "NOTHING_MATCHES");
  }

  @Test
  void a_deleted_one_is_gone() {
    var payload = refused(Site.mac());

    assertThat(site.api().delete(INBOX + "/" + payload).statusCode()).isEqualTo(204);

    ok(site.api().delete(INBOX + "/" + payload), 404);
    ok(site.api().get(INBOX + "/" + payload + "/data"), 404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'x':1}|400",
        "{'node':1}|400",
        "{'node':'n1','discover':true}|400",
        "{'discover':'yes'}|400",
        "[]|400",
        "{'node':'nobody'}|404",
      },
      quoteCharacter = '"')
  void what_is_no_target_changes_nothing(String body, int status) {
    var payload = refused(Site.mac());

    ok(replay(payload, body.replace('\'', '"')), status);

    ok(site.api().get(INBOX + "/" + payload), 200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"?marker=", "/"})
  void an_unknown_one_is_404_and_what_is_no_uuid_is_400(String place) {
    ok(site.api().get(INBOX + place + UUID.randomUUID()), 404);
    ok(site.api().get(INBOX + place + "n1"), 400);
  }

  private Response replay(String payload, String body) {
    var request = site.api();
    return (body.isEmpty() ? request : request.body(body)).post(INBOX + "/" + payload + "/replay");
  }

  /** The payload of a refused callback of this machine; its UUID. */
  private String refused(String mac) {
    post(body(mac)).then().statusCode(404);
    return kept(mac);
  }

  private String kept(String mac) {
    return kept("macs", mac);
  }

  private String kept(String kind, String key) {
    return await()
        .until(() -> find(kind, key), payload -> !payload.isMissingNode())
        .path("uuid")
        .asText();
  }

  private JsonNode find(String kind, String key) {
    var list = ok(site.api().get(INBOX), 200).path("unmatched");
    for (var payload : list) {
      if (payload.path("keys").path(kind).path(0).asText().equals(key)) {
        return payload;
      }
    }
    return list.path(list.size());
  }

  private Response post(String body) {
    return site.at(1).body(body).post("/v1/continue_inspection");
  }

  private static String body(String mac) {
    return "{\"inventory\":{\"interfaces\":[{\"name\":\"eth0\",\"mac_address\":\"%s\"}]}, \"a\" : 1.50}"
        .formatted(mac);
  }
}
