package dev.assay.api.explanation;

import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.attempt.Outcome;
import dev.assay.api.testing.Machines;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.Site;
import dev.assay.id.NodeId;
import dev.assay.node.ProvisionState;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.Header;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The eight reasons why a lookup finds no node, from callback to explanation: conductor.md 4.4. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RefusedCallbacksTest {
  private static final String NOBODY = "52:54:00:ff:ff:fe";
  private static final Set<String> DIFFERENT =
      Set.of("openstack-request-id", "x-openstack-request-id", "x-assay-reference", "date");

  @Inject Machines machines;
  @Inject Site site;

  /** What a machine sends. */
  private record Sent(@Nullable NodeId uuid, List<String> macs, @Nullable String bmc) {}

  /**
   * A reason, how it comes about, and which of the sent keys the explanation shows on which side of
   * its candidates.
   */
  private record Case(
      Outcome outcome,
      Function<Machines, Sent> scene,
      int candidates,
      int agreeing,
      int disagreeing) {
    @Override
    public String toString() {
      return outcome.name();
    }
  }

  static List<Case> reasons() {
    return List.of(
        new Case(
            Outcome.UNKNOWN_UUID,
            rack -> new Sent(NodeId.random(), List.of(rack.waiting().mac()), null),
            1,
            1,
            0),
        new Case(
            Outcome.MACS_OF_SEVERAL_NODES,
            rack -> new Sent(null, List.of(rack.waiting().mac(), rack.waiting().mac()), null),
            2,
            2,
            2),
        new Case(
            Outcome.UUID_AND_MACS_DISAGREE,
            rack -> new Sent(rack.waiting().node(), List.of(rack.waiting().mac()), null),
            2,
            2,
            2),
        new Case(
            Outcome.WRONG_STATE,
            rack -> new Sent(null, List.of(rack.in(ProvisionState.MANAGEABLE).mac()), null),
            1,
            1,
            0),
        new Case(
            Outcome.NO_WAITING_INSPECTION,
            rack -> new Sent(null, List.of(rack.in(ProvisionState.INSPECT_WAIT).mac()), null),
            1,
            1,
            0),
        new Case(
            Outcome.BMC_DISAGREES,
            rack -> new Sent(null, List.of(rack.waiting().mac()), rack.waiting(bmc(rack)).bmc()),
            2,
            2,
            2),
        new Case(
            Outcome.BMC_OF_SEVERAL_NODES,
            rack ->
                new Sent(null, List.of(NOBODY), rack.waiting(rack.waiting(bmc(rack)).bmc()).bmc()),
            2,
            2,
            0),
        new Case(
            Outcome.NOTHING_MATCHES, rack -> new Sent(null, List.of(NOBODY), bmc(rack)), 0, 0, 0));
  }

  private static String bmc(Machines machines) {
    return "2001:db8:7::" + Integer.toHexString(machines.number());
  }

  @BeforeEach
  void nothing_is_known_yet() {
    site.open();
  }

  @ParameterizedTest
  @MethodSource("reasons")
  void each_reason_is_explained_to_operators(Case reason) {
    var sent = reason.scene.apply(machines);

    var answer = post(sent);

    assertThat(answer.statusCode()).isEqualTo(404);
    var explained = explained(reference(answer));
    var outcome = reason.outcome();
    assertThat(explained.path("outcome").asText()).isEqualTo(outcome.name());
    assertThat(explained.path("kind").asText()).isEqualTo("callback");
    assertThat(explained.path("reason").asText()).isNotBlank();
    assertThat(explained.path("hint").asText()).isEqualTo(outcome.hint()).isNotBlank();
    assertThat(explained.path("source").asText()).isEqualTo("127.0.0.1");
    assertThat(explained.path("keys").path("macs")).hasSize(sent.macs().size());
    assertThat(explained.path("candidates")).hasSize(reason.candidates);
    assertThat(texts(explained, "agrees")).hasSize(reason.agreeing);
    assertThat(texts(explained, "disagrees")).hasSize(reason.disagreeing);
    var payload = ok(site.api().get("/v1/unmatched/" + explained.path("unmatched").asText()), 200);
    assertThat(payload.path("outcome").asText()).isEqualTo(outcome.name());
  }

  @Test
  void the_machine_is_told_the_same_for_all_of_them() {
    var answers = reasons().stream().map(it -> post(it.scene.apply(machines))).toList();

    assertThat(answers.stream().map(Response::statusCode).distinct()).containsExactly(404);
    assertThat(answers.stream().map(Response::asString).distinct()).hasSize(1);
    assertThat(answers.stream().map(RefusedCallbacksTest::headers).distinct()).hasSize(1);
    assertThat(answers.stream().map(RefusedCallbacksTest::reference).distinct())
        .hasSize(answers.size())
        .allMatch(reference -> reference.matches("[0-9A-HJKMNP-TV-Z]{10}"));
  }

  @Test
  void an_explanation_is_found_by_what_the_machine_sent_and_by_the_nodes_considered() {
    var one = machines.waiting();
    var other = machines.waiting(bmc(machines));
    var reference = reference(post(new Sent(null, List.of(one.mac()), other.bmc())));
    explained(reference);

    for (var question :
        List.of(
            "mac=" + one.mac().toUpperCase(Locale.ROOT).replace(':', '-'),
            "bmc_address=" + other.bmc(),
            "node=" + one.node(),
            "node=" + other.node(),
            "reference=" + reference.toLowerCase(Locale.ROOT))) {
      assertThat(references(question)).as(question).contains(reference);
    }
    assertThat(references("mac=" + other.mac())).doesNotContain(reference);
  }

  @Test
  void the_same_again_is_counted_and_every_reference_finds_it() {
    var machine = machines.in(ProvisionState.MANAGEABLE);
    var sent = new Sent(null, List.of(machine.mac()), null);
    var first = reference(post(sent));
    explained(first);
    var second = reference(post(sent));

    var explained = explained(second);

    assertThat(explained.path("times").asInt()).isEqualTo(2);
    assertThat(explained.path("reference").asText()).isEqualTo(second);
    assertThat(explained(first)).isEqualTo(explained);
    assertThat(references("mac=" + machine.mac())).containsExactly(second);
    var payload = ok(site.api().get("/v1/unmatched/" + explained.path("unmatched").asText()), 200);
    assertThat(payload.path("times").asInt()).isEqualTo(2);
  }

  @Test
  void an_accepted_callback_is_explained_by_its_inspection() {
    var machine = machines.waiting();
    var reference = reference(post(new Sent(null, List.of(machine.mac()), null)));

    var explained = explained(reference);

    assertThat(explained.path("outcome").asText()).isEqualTo("ACCEPTED");
    assertThat(explained.path("hint").isNull()).isTrue();
    assertThat(explained.path("reason").asText()).endsWith("which is in stage processing");
    var ofNode = ok(site.api().get("/v1/explanations?node=" + machine.node()), 200);
    assertThat(ofNode.path("inspection").path("stage").asText()).isEqualTo("processing");
    assertThat(ofNode.path("inspection").path("uuid")).isEqualTo(explained.path("inspection"));
    assertThat(references("mac=" + machine.mac())).containsExactly(reference);
  }

  @Test
  void a_node_that_a_conductor_works_on_is_explained_and_its_data_are_not_kept() {
    var machine = machines.waiting();
    machines.lease(machine);
    var answer = post(new Sent(null, List.of(machine.mac()), null));

    assertThat(answer.statusCode()).isEqualTo(409);
    var explained = explained(reference(answer));
    assertThat(explained.path("outcome").asText()).isEqualTo("NODE_BUSY");
    assertThat(explained.path("unmatched").isNull()).isTrue();
  }

  @Test
  void lookups_of_ramdisks_are_explained_too_and_told_the_same() {
    var known = machines.in(ProvisionState.MANAGEABLE);
    var other = machines.waiting();
    var refused =
        Map.of(
            "node_uuid=" + NodeId.random(), "UNKNOWN_UUID",
            "addresses=" + NOBODY, "NOTHING_MATCHES",
            "addresses=" + known.mac(), "WRONG_STATE",
            "addresses=" + known.mac() + "," + other.mac(), "MACS_OF_SEVERAL_NODES");
    var answers = new ArrayList<Response>();

    refused.forEach(
        (query, outcome) -> {
          var answer = site.api().get("/v1/lookup?" + query);
          answers.add(answer);
          var explained = explained(reference(answer));
          assertThat(explained.path("kind").asText()).isEqualTo("lookup");
          assertThat(explained.path("outcome").asText()).as(query).isEqualTo(outcome);
        });

    assertThat(answers.stream().map(Response::asString).distinct()).hasSize(1);
    assertThat(answers.stream().map(RefusedCallbacksTest::headers).distinct()).hasSize(1);
    var found = site.api().get("/v1/lookup?addresses=" + other.mac());
    assertThat(found.statusCode()).isEqualTo(200);
    assertThat(explained(reference(found)).path("outcome").asText()).isEqualTo("ACCEPTED");
  }

  @ParameterizedTest
  @CsvSource({
    "limit=1",
    "mac=52:54:00:00:00:01&node=n1",
    "mac=n1",
    "reference=12345",
    "bmc_address=host",
    "uuid=1",
  })
  void what_asks_by_nothing_or_by_nonsense_is_400(String question) {
    ok(site.api().get("/v1/explanations?" + question), 400);
  }

  @Test
  void an_unknown_name_is_404_and_an_unknown_reference_has_no_explanation() {
    ok(site.api().get("/v1/explanations?node=nobody"), 404);
    assertThat(references("reference=0123456789")).isEmpty();
    assertThat(references("node=" + NodeId.random())).isEmpty();
  }

  private JsonNode explained(String reference) {
    return await()
        .until(
            () ->
                ok(site.api().get("/v1/explanations?reference=" + reference), 200)
                    .path("explanations"),
            list -> list.size() == 1)
        .get(0);
  }

  private List<String> references(String question) {
    return ok(site.api().get("/v1/explanations?" + question), 200)
        .path("explanations")
        .findValuesAsText("reference");
  }

  private static List<String> texts(JsonNode explained, String name) {
    return explained.path("candidates").findValues(name).stream()
        .flatMap(list -> Stream.iterate(0, i -> i < list.size(), i -> i + 1).map(list::get))
        .map(JsonNode::asText)
        .toList();
  }

  private static String reference(Response answer) {
    return answer.header("X-Assay-Reference");
  }

  private static List<String> headers(Response answer) {
    return answer.headers().asList().stream()
        .filter(header -> !DIFFERENT.contains(header.getName().toLowerCase(Locale.ROOT)))
        .map(Header::toString)
        .sorted()
        .toList();
  }

  private Response post(Sent sent) {
    var interfaces =
        sent.macs().stream()
            .map("{\"name\":\"eth\",\"mac_address\":\"%s\"}"::formatted)
            .collect(Collectors.joining(","));
    var bmc = sent.bmc() == null ? "" : ",\"bmc_v6address\":\"%s\"".formatted(sent.bmc());
    return site.at(84)
        .body("{\"inventory\":{\"interfaces\":[%s]%s}}".formatted(interfaces, bmc))
        .post("/v1/continue_inspection" + (sent.uuid() == null ? "" : "?node_uuid=" + sent.uuid()));
  }
}
