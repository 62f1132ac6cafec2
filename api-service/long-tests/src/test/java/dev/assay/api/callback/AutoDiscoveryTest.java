package dev.assay.api.callback;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.Site;
import dev.assay.testing.CapturedLog;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Discovery of unknown machines: spec conductor.md 4.3. */
@QuarkusTest
@TestProfile(AutoDiscoveryTest.Enabled.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class AutoDiscoveryTest {
  /** Unknown machines become nodes of fake-hardware. */
  public static final class Enabled implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "assay.auto-discovery.enabled", "true",
          "assay.auto-discovery.driver", "fake-hardware",
          "assay.auto-discovery.inspection-scope", "fresh",
          "assay.auto-discovery.max-waiting", "5",
          "assay.api.default-resource-class", "baremetal");
    }
  }

  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  @AfterEach
  void nothing_is_left_for_the_next_test() {
    site.run("delete from node");
  }

  @Test
  void D3_an_unknown_machine_becomes_a_node_in_enroll() {
    var answer = ok(post(Site.mac()), 202);
    assertThat(answer.size()).isEqualTo(1);
    var node = node(answer.path("uuid").asText());
    assertThat(node.path("provision_state").asText()).isEqualTo("enroll");
    assertThat(node.path("target_provision_state").isNull()).isTrue();
    assertThat(node.path("driver").asText()).isEqualTo("fake-hardware");
    assertThat(node.path("driver_info").isEmpty()).isTrue();
    assertThat(node.path("name").isNull()).isTrue();
    assertThat(node.path("properties")).hasToString("{\"inspection_scope\":\"fresh\"}");
    assertThat(node.path("resource_class").asText()).isEqualTo("baremetal");
    assertThat(node.path("conductor_group").asText()).isEmpty();
    assertThat(node.path("auto_discovered").asBoolean()).isTrue();
  }

  @Test
  void D6_its_data_are_processed_by_a_run_of_its_own() {
    var node = ok(post(Site.mac()), 202).path("uuid").asText();
    assertThat(site.commands(node)).containsExactly("process-callback");
    assertThat(site.ask(RUN.formatted("cause || ' ' || stage"), node))
        .isEqualTo("discovered processing");
    assertThat(site.ask(RUN.formatted("timeline -> 0 ->> 'stage'"), node)).isEqualTo("enrolling");
  }

  @Test
  void the_documented_form_answers_with_a_token() {
    var answer = ok(at("1.84").body(body(Site.mac())).post("/v1/continue_inspection"), 202);
    assertThat(answer.path("config").path("agent_token").asText()).hasSize(43);
  }

  @Test
  void D7_the_same_machine_again_is_not_found_and_makes_no_second_node() {
    var mac = Site.mac();
    ok(post(mac), 202);
    assertThat(fault(post(mac), 404)).isEqualTo("Resource could not be found.");
    assertThat(fault(post(Site.mac(), mac), 404)).isEqualTo("Resource could not be found.");
    assertThat(nodes()).hasSize(1);
  }

  @RepeatedTest(5)
  void D7_of_many_posts_of_one_machine_at_once_exactly_one_makes_a_node() throws Exception {
    var shared = Site.mac();
    var start = new CyclicBarrier(16);
    List<Callable<Response>> posts =
        IntStream.range(0, 16)
            .<Callable<Response>>mapToObj(
                i ->
                    () -> { // cards in another order, and one card more or less
                      var macs =
                          i % 2 == 0 ? List.of(shared, Site.mac()) : List.of(Site.mac(), shared);
                      start.await();
                      return post(macs.toArray(String[]::new));
                    })
            .toList();
    List<Response> answers;
    try (var threads = Executors.newFixedThreadPool(16)) {
      answers = threads.invokeAll(posts).stream().map(Future::resultNow).toList();
    }
    assertThat(
            answers.stream()
                .collect(Collectors.groupingBy(Response::statusCode, Collectors.counting())))
        .isEqualTo(Map.of(202, 1L, 404, 15L));
    assertThat(nodes()).hasSize(1);
  }

  @Test
  void a_machine_without_a_MAC_is_known_by_its_BMC() {
    var body =
        "{\"inventory\":{\"interfaces\":[{\"mac_address\":\"junk\"}],\"bmc_address\":\"192.0.2.77\"}}";
    ok(at("1.1").body(body).post("/v1/continue_inspection"), 202);
    fault(at("1.1").body(body).post("/v1/continue_inspection"), 404);
    assertThat(nodes()).hasSize(1);
  }

  @Test
  void after_its_node_is_deleted_a_machine_is_discovered_again() {
    var mac = Site.mac();
    var first = ok(post(mac), 202).path("uuid").asText();
    site.api().delete("/v1/nodes/" + first).then().statusCode(204);
    assertThat(ok(post(mac), 202).path("uuid").asText()).isNotEqualTo(first);
  }

  @Test
  void D2_a_machine_whose_node_is_in_the_wrong_state_is_not_enrolled() {
    var mac = Site.mac();
    site.port(site.nodeIn("manageable"), mac);
    fault(post(mac), 404);
    assertThat(nodes()).hasSize(1);
  }

  @Test
  void D2_a_machine_with_the_ports_of_two_nodes_is_not_enrolled() {
    var one = Site.mac();
    var other = Site.mac();
    site.port(site.node(), one);
    site.port(site.node(), other);
    fault(post(one, other), 404);
    assertThat(nodes()).hasSize(2);
  }

  @Test
  void D4_without_a_conductor_the_answer_is_500_and_says_nothing() {
    site.close();
    var mac = Site.mac();
    var fault = fault(post(mac), 500);
    assertThat(fault).doesNotContain("driver").doesNotContain("fake").doesNotContain("conductor");
    assertThat(nodes()).isEmpty();
    site.open();
    ok(post(mac), 202);
  }

  @Test
  void a_machine_with_more_cards_than_any_has_is_not_enrolled() {
    fault(post(Stream.generate(Site::mac).limit(513).toArray(String[]::new)), 404);
    assertThat(nodes()).isEmpty();
  }

  @Test
  void when_too_many_nodes_wait_machines_stay_unknown_until_some_are_taken_up() {
    var first = ok(post(Site.mac()), 202).path("uuid").asText();
    IntStream.range(1, 5).forEach(_ -> ok(post(Site.mac()), 202));
    var mac = Site.mac();

    try (var log = CapturedLog.ofAll()) {
      for (var i = 0; i < 3; i++) {
        assertThat(fault(post(mac), 404)).isEqualTo("Resource could not be found.");
      }
      assertThat(log.lines()).filteredOn(line -> line.contains("max-waiting")).hasSize(1);
    }

    assertThat(nodes()).hasSize(5);
    assertThat(given().get("/q/metrics").asString())
        .containsPattern("assay_auto_discovery_refused_total\\S* 3");
    site.move(first, "manageable");
    ok(post(mac), 202);
  }

  @Test
  void every_refusal_is_explained_to_operators_and_its_data_are_kept() {
    var mac = Site.mac();
    var node = ok(post(mac), 202).path("uuid").asText();
    explained(post(mac), "DISCOVERED_BEFORE", "as node " + node);
    explained(
        post(Stream.generate(Site::mac).limit(513).toArray(String[]::new)),
        "TOO_MANY_ADDRESSES",
        "513 addresses");
    IntStream.range(1, 5).forEach(_ -> ok(post(Site.mac()), 202));
    explained(post(Site.mac()), "DISCOVERY_FULL", "5 discovered nodes wait");
    site.run("delete from node");
    site.close();
    explained(post(Site.mac()), "DISCOVERY_FAILED", "No conductor is running");
  }

  private void explained(Response answer, String outcome, String reason) {
    var reference = answer.header("X-Assay-Reference");
    var explanation =
        await()
            .until(
                () ->
                    ok(site.api().get("/v1/explanations?reference=" + reference), 200)
                        .path("explanations")
                        .path(0),
                found -> !found.isMissingNode());
    assertThat(explanation.path("outcome").asText()).isEqualTo(outcome);
    assertThat(explanation.path("reason").asText()).contains(reason);
    assertThat(explanation.path("unmatched").isNull()).isFalse();
  }

  private static final String RUN =
      "select %s from inspection where node_id = (select id from node where cast(uuid as text) = ?1)";

  private List<String> nodes() {
    return site.api().get("/v1/nodes").jsonPath().getList("nodes.uuid");
  }

  private JsonNode node(String uuid) {
    return ok(site.api().get("/v1/nodes/" + uuid), 200);
  }

  private static Response post(String... macs) {
    return at("1.1").body(body(macs)).post("/v1/continue_inspection");
  }

  private static io.restassured.specification.RequestSpecification at(String version) {
    return given()
        .contentType("application/json")
        .header("X-OpenStack-Ironic-API-Version", version);
  }

  private static String body(String... macs) {
    return Stream.of(macs)
        .map("{\"name\":\"eth\",\"mac_address\":\"%s\"}"::formatted)
        .collect(
            Collectors.joining(
                ",", "{\"inventory\":{\"interfaces\":[", "],\"bmc_address\":\"192.0.2.76\"}}"));
  }
}
