package dev.assay.conductor.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.message.Announcement;
import dev.assay.message.AnnouncementReceiver;
import dev.assay.message.Envelope;
import dev.assay.rule.Phase;
import dev.assay.rule.store.RuleCache;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.hibernate.Session;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * How a conductor handles announcements of changed rules. In tests it does not poll for changes.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleAnnouncementsTest {
  @Inject AnnouncementReceiver announcements;
  @Inject RuleCache live;
  @Inject Session database;

  @Test
  void a_conductor_that_hears_of_a_change_runs_the_changed_rules() {
    var rule = UUID.randomUUID();
    change(
        """
        insert into inspection_rule
          (uuid, priority, sensitive, phase, conditions, actions, created_at)
        values (?1, 0, false, 'preprocess', '[]', '[{"op":"log","args":{"msg":"x"}}]', now())
        """,
        rule);
    assertThat(running()).doesNotContain(rule.toString());

    announcements.receive("not json");
    receive(new Announcement.Deny(List.of()));
    assertThat(running()).doesNotContain(rule.toString());

    receive(new Announcement.RulesChanged());
    assertThat(running()).contains(rule.toString());

    change("delete from inspection_rule where uuid = ?1", rule);
    receive(new Announcement.RulesChanged());
    assertThat(running()).doesNotContain(rule.toString());
  }

  /** What the API does. */
  private void change(String sql, UUID rule) {
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              database.createNativeMutationQuery(sql).setParameter(1, rule).executeUpdate();
              database
                  .createNativeMutationQuery(
                      "update inspection_rule_revision set revision = revision + 1")
                  .executeUpdate();
            });
  }

  private void receive(Announcement announcement) {
    announcements.receive(new Envelope(announcement, null).write());
  }

  private List<String> running() {
    return live.of(Phase.PREPROCESS).stream().map(rule -> rule.rule().uuid()).toList();
  }
}
