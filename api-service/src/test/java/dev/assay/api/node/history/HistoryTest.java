package dev.assay.api.node.history;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.Site;
import dev.assay.id.NodeId;
import dev.assay.node.HistoryEntry;
import dev.assay.node.Nodes;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The history of a node: api.md 10.7. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class HistoryTest {
  private static final Instant START = Instant.parse("2026-08-01T10:20:30.123456Z");

  @Inject Site site;
  @Inject Nodes nodes;

  private String node = "";

  @BeforeEach
  void recordThreeEvents() {
    site.open();
    node = site.node();
    record("first", 2);
    record("x".repeat(300), 1);
    record("third", 3);
  }

  private void record(String event, int second) {
    site.within(
        () ->
            nodes.record(
                new HistoryEntry(
                    nodes.find(NodeId.of(node)).orElseThrow(),
                    HistoryEntry.Kind.VERIFY,
                    true,
                    event,
                    "c1.example",
                    START.plusSeconds(second))));
  }

  @Test
  void events_are_cut_by_characters() {
    record("\ud83d\ude00".repeat(255), 4);
    record("\ud83d\ude00".repeat(256), 5);

    var page = ok(site.api().get("/v1/nodes/" + node + "/history"), 200).path("history");

    assertThat(page.path(3).path("event").asText()).isEqualTo("\ud83d\ude00".repeat(255));
    assertThat(page.path(4).path("event").asText()).isEqualTo("\ud83d\ude00".repeat(251) + "...");
  }

  @Test
  void entries_come_oldest_first_and_are_cut_unless_detailed() {
    var page = ok(site.api().get("/v1/nodes/" + node + "/history"), 200).path("history");

    assertThat(page.findValuesAsText("event"))
        .containsExactly("x".repeat(251) + "...", "first", "third");
    assertThat(page.path(0).fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("uuid", "created_at", "severity", "event", "links");
    assertThat(page.path(0).path("created_at").asText())
        .isEqualTo("2026-08-01T10:20:31.123456+00:00");
    assertThat(page.path(0).path("links").size()).isEqualTo(1);
    var detailed = ok(site.api().get("/v1/nodes/" + node + "/history?detail=true"), 200);
    assertThat(detailed.path("history").path(0).path("event").asText()).hasSize(300);
  }

  @Test
  void details_grow_with_the_version() {
    var path = "/v1/nodes/" + node + "/history?detail=true&limit=1";

    assertThat(site.at(77).get(path).statusCode()).isEqualTo(404);
    var old = ok(site.at(112).get(path), 200).path("history").path(0);
    assertThat(old.has("event_type")).isTrue();
    assertThat(old.has("project")).isFalse();
    var middle = ok(site.at(114).get(path), 200).path("history").path(0);
    assertThat(middle.has("project")).isTrue();
    assertThat(middle.has("state")).isFalse();
    var now = ok(site.at(115).get(path), 200).path("history").path(0);
    assertThat(now.path("state").asText()).isEqualTo("enroll");
    assertThat(now.has("target_provision_state")).isTrue();
    assertThat(now.has("duration_seconds")).isTrue();
  }

  @Test
  void details_have_a_path_of_their_own_that_the_stock_client_uses() {
    var base = "/v1/nodes/" + node + "/history/detail";

    var first = ok(site.api().get(base + "?limit=2"), 200);
    assertThat(first.path("history").findValuesAsText("event_type"))
        .containsExactly("verify", "verify");
    assertThat(first.path("next").asText()).contains(base + "?").doesNotContain("detail=");
    assertThat(ok(site.api().get(base), 200).path("history"))
        .isEqualTo(
            ok(site.api().get("/v1/nodes/" + node + "/history?detail=true"), 200).path("history"));
    fault(site.api().get(base + "?detail=true"), 400);
    assertThat(site.at(77).get(base).statusCode()).isEqualTo(404);
  }

  @Test
  void pages_follow_each_other() {
    var base = "/v1/nodes/" + node + "/history?sort_dir=desc&limit=2";
    var first = ok(site.api().get(base), 200);
    assertThat(first.path("history").findValuesAsText("event")).containsExactly("third", "first");
    var marker = first.path("history").path(1).path("uuid").asText();
    assertThat(first.path("next").asText()).contains("marker=" + marker);
    var second = ok(site.api().get(base + "&marker=" + marker), 200);
    assertThat(second.path("history").size()).isEqualTo(1);
    assertThat(second.has("next")).isFalse();
  }

  @Test
  void one_entry_is_whole() {
    var page = ok(site.api().get("/v1/nodes/" + node + "/history"), 200).path("history");
    var uuid = page.path(0).path("uuid").asText();

    var entry = ok(site.api().get("/v1/nodes/" + node + "/history/" + uuid), 200);

    assertThat(entry.path("event").asText()).hasSize(300);
    assertThat(entry.path("conductor").asText()).isEqualTo("c1.example");
    fault(site.api().get("/v1/nodes/" + node + "/history/" + UUID.randomUUID()), 404);
    fault(site.api().get("/v1/nodes/" + site.node() + "/history/" + uuid), 404);
  }
}
