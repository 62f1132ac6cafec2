package dev.assay.api.deadletter;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.DeadLetterRows;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.Site;
import dev.assay.id.NodeId;
import dev.assay.message.Announcement;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dead letters, docs/spec/api.md 9.12. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DeadLettersTest {
  private static final String LETTERS = "/v1/dead_letters";

  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
    site.run("delete from dead_letter");
    site.run("delete from node");
    site.run("delete from outbox");
  }

  @AfterEach
  void forget() {
    site.run("delete from dead_letter");
  }

  @Test
  void are_listed_newest_first_without_their_text() {
    var older = DeadLetterRows.write(site, "not json");
    var newer = DeadLetterRows.write(site, "[");

    var list = ok(site.api().get(LETTERS), 200).path("dead_letters");

    assertThat(list).extracting(it -> it.path("uuid").asText()).containsExactly(newer, older);
    var shown = list.get(1);
    assertThat(shown.has("body")).isFalse();
    assertThat(shown.path("reason").asText()).isEqualTo("It cannot be read: it is no JSON.");
    assertThat(shown.path("queue").asText()).isEqualTo("assay.conductor//fake-hardware");
    assertThat(shown.path("request_id").asText()).isEqualTo("req-1");
    assertThat(shown.path("command").isNull()).isTrue();
    assertThat(shown.path("node_uuid").isNull()).isTrue();
    assertThat(shown.path("times").asInt()).isEqualTo(3);
    assertThat(shown.path("first_seen_at").asText()).isEqualTo("2026-08-01T10:20:30+00:00");
    assertThat(shown.path("last_seen_at").asText()).isEqualTo("2026-08-01T10:20:31+00:00");
  }

  @Test
  void are_listed_page_by_page() {
    var all = IntStream.range(0, 3).mapToObj(i -> DeadLetterRows.write(site, "no " + i)).toList();

    var first = ok(site.api().get(LETTERS + "?limit=2"), 200);
    var second = ok(site.api().get(first.path("next").asText()), 200);

    assertThat(first.path("dead_letters").findValuesAsText("uuid"))
        .containsExactly(all.get(2), all.get(1));
    assertThat(second.path("dead_letters").findValuesAsText("uuid")).containsExactly(all.get(0));
    assertThat(second.has("next")).isFalse();
  }

  @Test
  void one_is_shown_with_its_text() {
    var letter = DeadLetterRows.write(site, "not json");

    assertThat(ok(site.at(1).get(LETTERS + "/" + letter), 200).path("body").asText())
        .isEqualTo("not json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"x\":[{\"redfish_password\":\"geheim\"}]} | {\"x\":[{\"redfish_password\":\"******\"}]}",
        "[{\"redfish_password\":\"geheim\"}] | [{\"redfish_password\":\"******\"}]",
        "{\"redfish_password\":\"geheim\",\"cut | The message is not shown: it is JSON that cannot be read whole, and may have secrets.",
      })
  void secrets_in_the_text_are_masked(String body, String shown) {
    var letter = DeadLetterRows.write(site, body);

    assertThat(ok(site.api().get(LETTERS + "/" + letter), 200).path("body").asText())
        .isEqualTo(shown);
  }

  @Test
  void a_replayed_command_is_sent_to_the_conductors_of_its_node_and_the_letter_is_gone() {
    var node = site.node();
    var letter = DeadLetterRows.write(site, verify(node));

    assertThat(replay(letter)).isEqualTo(202);

    assertThat(site.commands(node)).containsExactly("verify-node");
    assertThat(site.ask("select destination || ' ' || node from outbox"))
        .isEqualTo("CONDUCTORS " + node);
    ok(site.api().get(LETTERS + "/" + letter), 404);
    assertThat(replay(letter)).isEqualTo(404);
    assertThat(site.commands(node)).hasSize(1);
  }

  static List<String> unreadable() {
    return List.of(
        "not json",
        "",
        "{\"version\":999,\"command\":{\"command\":\"verify-node\"}}",
        new Envelope(new Announcement.RulesChanged(), null).write());
  }

  @ParameterizedTest
  @MethodSource("unreadable")
  void what_this_version_cannot_read_is_not_replayed_and_stays(String body) {
    var letter = DeadLetterRows.write(site, body);

    assertThat(fault(site.api().post(LETTERS + "/" + letter + "/replay"), 400))
        .startsWith("Dead letter " + letter + " cannot be replayed, because this version")
        .endsWith("or delete it.");

    ok(site.api().get(LETTERS + "/" + letter), 200);
    assertThat(site.outbox("")).isEmpty();
  }

  @Test
  void a_deleted_one_is_gone() {
    var letter = DeadLetterRows.write(site, verify(site.node()));

    assertThat(site.api().delete(LETTERS + "/" + letter).statusCode()).isEqualTo(204);

    assertThat(ok(site.api().get(LETTERS), 200).path("dead_letters")).isEmpty();
    ok(site.api().delete(LETTERS + "/" + letter), 404);
    assertThat(site.outbox("verify-node")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"?marker=", "/"})
  void an_unknown_one_is_404_and_what_is_no_uuid_is_400(String place) {
    ok(site.api().get(LETTERS + place + UUID.randomUUID()), 404);
    ok(site.api().get(LETTERS + place + "n1"), 400);
  }

  private int replay(String letter) {
    return site.api().post(LETTERS + "/" + letter + "/replay").statusCode();
  }

  private static String verify(String node) {
    return new Envelope(new Command.VerifyNode(NodeId.of(node)), "req-1").write();
  }
}
