package dev.assay.api.reapply;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.FinishedInspections;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.Site;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Payloads;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored data are processed again on request, docs/spec/api.md 9.17. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReapplyTest {
  private static final Instant START = Instant.parse("2026-08-01T10:20:30Z");

  @Inject Site site;
  @Inject FinishedInspections finished;
  @Inject Inspections inspections;
  @Inject Payloads payloads;

  @BeforeEach
  void open() {
    site.open();
    site.run("delete from reapply");
    site.run("delete from node");
    site.run("delete from outbox");
  }

  @Test
  void of_one_node_is_an_inspection_of_its_own_that_leaves_the_node_in_its_state() {
    var node = site.nodeIn("manageable");
    var earlier = inspected(node, "{\"inventory\":{}}");

    var answer = site.api().post("/v1/nodes/%s/inspections/latest/reapply".formatted(node));

    var uuid = ok(answer, 202).path("uuid").asText();
    assertThat(answer.header("Location")).endsWith("/v1/nodes/" + node + "/inspections/" + uuid);
    var run = ok(site.api().get(answer.header("Location")), 200);
    assertThat(run.path("cause").asText()).isEqualTo("reapplied");
    assertThat(run.path("stage").asText()).isEqualTo("reapplying");
    assertThat(run.path("reapplied_from").asText()).isEqualTo(earlier);
    assertThat(site.commands(node)).containsExactly("process-callback");
    assertThat(stateOf(node)).isEqualTo("manageable");
    assertThat(body(uuid)).isEqualTo(body(earlier)).isEqualTo("{\"inventory\":{}}");
  }

  @Test
  void takes_the_data_of_the_inspection_that_is_named() {
    var node = site.nodeIn("manageable");
    var first = inspected(node, "{\"inventory\":{\"one\":1}}");
    inspected(node, "{\"inventory\":{\"two\":2}}");

    var uuid = ok(reapply(node, first), 202).path("uuid").asText();

    assertThat(body(uuid)).contains("one");
  }

  @Test
  void waits_for_what_is_under_way() {
    var node = site.nodeIn("manageable");
    inspected(node, "{\"inventory\":{}}");
    ok(reapply(node, "latest"), 202);

    assertThat(fault(reapply(node, "latest"), 409)).contains("is being inspected", "reapplying");
    assertThat(site.commands(node)).hasSize(1);
  }

  @Test
  void is_refused_while_a_conductor_works_on_the_node() {
    var node = site.nodeIn("manageable");
    inspected(node, "{\"inventory\":{}}");
    site.lease(node, "c1.example");

    assertThat(fault(reapply(node, "latest"), 409)).contains("locked by host c1.example");
  }

  @ParameterizedTest
  @ValueSource(strings = {"active", "cleaning", "verifying", "inspect wait"})
  void is_refused_in_states_in_which_the_machine_is_used_or_changed(String state) {
    var node = site.nodeIn("manageable");
    inspected(node, "{\"inventory\":{}}");
    site.move(node, state);

    assertThat(fault(reapply(node, "latest"), 400))
        .contains("in state \"" + state + "\"", "manageable", "inspect failed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"enroll", "manageable", "available", "inspect failed"})
  void is_possible_in_every_other_state(String state) {
    var node = site.nodeIn("manageable");
    inspected(node, "{\"inventory\":{}}");
    site.move(node, state);

    ok(reapply(node, "latest"), 202);

    assertThat(stateOf(node)).isEqualTo(state);
  }

  @Test
  void without_stored_data_says_so() {
    var node = site.nodeIn("manageable");
    assertThat(fault(reapply(node, "latest"), 404)).contains("no stored data", "inspect it first");

    var run = inspected(node, "{\"inventory\":{}}");
    site.run("delete from inspection_payload");
    assertThat(fault(reapply(node, run), 404)).contains("assay.retention.payloads");
    assertThat(fault(reapply(node, UUID.randomUUID().toString()), 404)).contains("not be found");
    assertThat(site.outbox(node)).isEmpty();
  }

  @Test
  void with_a_body_that_says_something_is_refused_instead_of_ignoring_it() {
    var node = site.nodeIn("manageable");
    inspected(node, "{\"inventory\":{}}");
    var body = "{\"filters\":{\"owner\":\"me\"}}";

    assertThat(fault(site.api().body(body).post("/v1/reapplies"), 400))
        .contains("chosen by the query");
    assertThat(
            fault(
                site.api()
                    .body(body)
                    .post("/v1/nodes/%s/inspections/latest/reapply".formatted(node)),
                400))
        .contains("no body, or {}");

    assertThat(ok(site.api().get("/v1/reapplies"), 200).path("reapplies")).isEmpty();
    assertThat(site.outbox(node)).isEmpty();
    ok(site.api().body("{}").post("/v1/reapplies"), 202);
  }

  @Test
  void of_the_same_nodes_is_refused_while_the_first_order_is_under_way() {
    site.nodeIn("manageable");
    var first = ok(site.api().post("/v1/reapplies?driver=fake-hardware"), 202);
    var uuid = first.path("uuid").asText();

    assertThat(fault(site.api().post("/v1/reapplies?driver=fake-hardware"), 409))
        .contains("Reapply " + uuid + " with the same filters is under way");

    ok(site.api().post("/v1/reapplies"), 202);
    assertThat(site.api().delete("/v1/reapplies/" + uuid).statusCode()).isEqualTo(204);
    ok(site.api().post("/v1/reapplies?driver=fake-hardware"), 202);
  }

  @Test
  void is_refused_when_twenty_orders_are_under_way() {
    site.nodeIn("manageable");
    site.run(
        """
        insert into reapply (uuid, filters, created_at)
        select gen_random_uuid(), jsonb_build_object('owner', n), now()
        from generate_series(1, 20) n
        """);

    assertThat(fault(site.api().post("/v1/reapplies"), 409)).contains("20 reapplies are under way");
  }

  @Test
  void of_many_nodes_is_an_order_with_progress() {
    var chosen = List.of(site.nodeIn("manageable"), site.nodeIn("manageable"));
    site.nodeIn("enroll");

    var answer = site.api().post("/v1/reapplies?provision_state=manageable");

    var order = ok(answer, 202);
    assertThat(order.path("state").asText()).isEqualTo("running");
    assertThat(order.path("filters").toString()).isEqualTo("{\"provision_state\":\"manageable\"}");
    assertThat(order.path("nodes").toString())
        .isEqualTo(
            "{\"total\":2,\"waiting\":2,\"running\":0,\"finished\":0,\"failed\":0,\"skipped\":0}");
    assertThat(ok(site.api().get(answer.header("Location")), 200).path("problems")).isEmpty();
    assertThat(ok(site.api().get("/v1/reapplies"), 200).path("reapplies"))
        .singleElement()
        .satisfies(
            it -> assertThat(it.path("uuid").asText()).isEqualTo(order.path("uuid").asText()));
    assertThat(chosen).hasSize(2);
  }

  @Test
  void of_many_nodes_can_be_cancelled() {
    var node = site.nodeIn("manageable");
    var order = ok(site.api().post("/v1/reapplies"), 202).path("uuid").asText();

    assertThat(site.api().delete("/v1/reapplies/" + order).statusCode()).isEqualTo(204);

    var shown = ok(site.api().get("/v1/reapplies/" + order), 200);
    assertThat(shown.path("state").asText()).isEqualTo("cancelled");
    assertThat(shown.path("nodes").path("skipped").asInt()).isEqualTo(1);
    assertThat(shown.path("problems").path(0).path("node_uuid").asText()).isEqualTo(node);
    assertThat(shown.path("problems").path(0).path("reason").asText()).contains("cancelled");
  }

  @Test
  void that_has_ended_cannot_be_cancelled_any_more() {
    var order = ok(site.api().post("/v1/reapplies?driver=none"), 202).path("uuid").asText();

    assertThat(site.api().delete("/v1/reapplies/" + order).statusCode()).isEqualTo(204);

    assertThat(ok(site.api().get("/v1/reapplies/" + order), 200).path("state").asText())
        .isEqualTo("finished");
  }

  @Test
  void of_no_nodes_is_finished() {
    var order = ok(site.api().post("/v1/reapplies?driver=none"), 202);

    assertThat(order.path("state").asText()).isEqualTo("finished");
    assertThat(order.path("nodes").path("total").asInt()).isZero();
  }

  @Test
  void takes_the_filters_of_the_list_of_nodes_and_no_others() {
    assertThat(fault(site.api().post("/v1/reapplies?colour=red"), 400)).contains("colour");
    assertThat(fault(site.api().post("/v1/reapplies?conductor=c1"), 400)).contains("conductor");
    assertThat(fault(site.api().post("/v1/reapplies?provision_state=odd"), 400)).contains("odd");
    assertThat(fault(site.api().get("/v1/reapplies/" + UUID.randomUUID()), 404))
        .contains("could not be found");
    assertThat(site.ask("select count(*) from reapply")).isEqualTo(0L);
  }

  private io.restassured.response.Response reapply(String node, String inspection) {
    return site.api().post("/v1/nodes/%s/inspections/%s/reapply".formatted(node, inspection));
  }

  /** A finished inspection with {@code body} as its data; its UUID. */
  private String inspected(String node, String body) {
    return finished.of(node, body, START);
  }

  private String body(String inspection) {
    var text = new String[1];
    site.within(
        () ->
            text[0] =
                new String(
                    payloads
                        .find(
                            inspections.find(UUID.fromString(inspection)).orElseThrow(),
                            Long.MAX_VALUE)
                        .orElseThrow()
                        .body()
                        .orElseThrow()
                        .read()
                        .json(),
                    StandardCharsets.UTF_8));
    return text[0];
  }

  private Object stateOf(String node) {
    return site.ask("select provision_state from node where uuid = ?1", UUID.fromString(node));
  }
}
