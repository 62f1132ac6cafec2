package dev.assay.api.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.Site;
import dev.assay.message.AnnouncementReceiver;
import dev.assay.rule.Phase;
import dev.assay.rule.store.RuleCache;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * The announcement that a change of rules through the API sends to every process. Polling is off in
 * tests.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleAnnouncementsTest {
  @Inject Site site;
  @Inject AnnouncementReceiver announcements;
  @Inject RuleCache live;

  @Test
  void who_hears_of_a_change_runs_the_changed_rules() {
    site.run("delete from outbox");
    var rule = made();
    assertThat(running()).doesNotContain(rule);

    receive();
    assertThat(running()).contains(rule);

    site.api().delete("/v1/inspection_rules/" + rule).then().statusCode(204);
    receive();
    assertThat(running()).doesNotContain(rule);
  }

  @Test
  void what_cannot_be_read_or_is_for_others_is_dropped() {
    announcements.receive("not json");
    announcements.receive(
        "{\"version\":1,\"announcement\":{\"announcement\":\"of a newer version\"}}");
    announcements.receive(
        "{\"version\":1,\"announcement\":{\"announcement\":\"deny\",\"macs\":[]}}");

    var rule = made();
    receive();
    assertThat(running()).contains(rule);
  }

  private String made() {
    var uuid = UUID.randomUUID().toString();
    site.api()
        .body(
            "{\"uuid\":\"%s\",\"actions\":[{\"op\":\"log\",\"args\":{\"msg\":\"x\"}}]}"
                .formatted(uuid))
        .post("/v1/inspection_rules")
        .then()
        .statusCode(201);
    return uuid;
  }

  /** Receives the last announcement in the outbox. */
  private void receive() {
    announcements.receive(site.outbox("rules-changed").getLast());
  }

  private List<String> running() {
    return live.of(Phase.MAIN).stream().map(rule -> rule.rule().uuid()).toList();
  }
}
