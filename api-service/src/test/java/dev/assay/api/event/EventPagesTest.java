package dev.assay.api.event;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Pages of events, docs/spec/api.md 9.15. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class EventPagesTest {
  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
    EventRows.clear(site);
  }

  @Test
  void the_latest_events_come_first_and_then_those_that_follow() {
    var all = IntStream.range(0, 5).mapToObj(_ -> EventRows.begun(site, site.node())).toList();

    var latest = ok(site.api().get("/v1/events?limit=2"), 200);
    assertThat(inspections(latest)).containsExactlyElementsOf(all.subList(3, 5));
    assertThat(latest.path("gap").asBoolean()).isFalse();

    var nothing = ok(site.api().get(latest.path("next").asText()), 200);
    assertThat(inspections(nothing)).isEmpty();

    var later = IntStream.range(0, 3).mapToObj(_ -> EventRows.begun(site, site.node())).toList();
    var first = ok(site.api().get(nothing.path("next").asText()), 200);
    var second = ok(site.api().get(first.path("next").asText()), 200);
    assertThat(inspections(first)).containsExactlyElementsOf(later.subList(0, 2));
    assertThat(inspections(second)).containsExactlyElementsOf(later.subList(2, 3));
  }

  @Test
  void the_latest_wanted_events_are_found_among_many_that_are_not() {
    var node = site.node();
    var first = EventRows.begun(site, node);
    EventRows.failed(site, first);
    var second = EventRows.begun(site, node);
    EventRows.many(site, 2_500);

    var page = ok(site.api().get("/v1/events?limit=2&node=" + node), 200);
    assertThat(inspections(page)).containsExactly(first, second);
    assertThat(page.path("events").findValuesAsText("stage")).containsExactly("error", "starting");
  }

  @Test
  void conditions_stay_in_the_next_page() {
    var node = site.node();
    var start = ok(site.api().get("/v1/events?error=true&node=" + node), 200);
    var failed = EventRows.begun(site, node);
    EventRows.failed(site, failed);
    EventRows.begun(site, site.node());

    var page = ok(site.api().get(start.path("next").asText()), 200);

    assertThat(inspections(page)).containsExactly(failed);
    assertThat(page.path("next").asText()).contains("error=true").contains("node=" + node);
  }

  @Test
  void the_header_wins_over_the_parameter() {
    EventRows.begun(site, site.node());
    var first = ok(site.api().get("/v1/events"), 200).path("last_event_id").asText();
    var inspection = EventRows.begun(site, site.node());

    var page =
        ok(
            site.api()
                .header("Last-Event-ID", first)
                .get("/v1/events?last_event_id=" + first + "&last_event_id=0-0"),
            200);

    assertThat(page.path("events")).hasSize(1);
    assertThat(page.path("events").path(0).path("inspection_uuid").asText()).isEqualTo(inspection);
  }

  @Test
  void what_cannot_be_meant_is_refused() {
    assertThat(fault(site.api().get("/v1/events?limit=0"), 400)).contains("positive integer");
    assertThat(fault(site.api().get("/v1/events?marker=x"), 400)).contains("Unknown query");
    assertThat(fault(site.api().get("/v1/events?last_event_id=7"), 400)).contains("leave it out");
    assertThat(site.api().post("/v1/events").statusCode()).isEqualTo(404);
  }

  private static List<String> inspections(JsonNode page) {
    return page.path("events").findValuesAsText("inspection_uuid");
  }
}
