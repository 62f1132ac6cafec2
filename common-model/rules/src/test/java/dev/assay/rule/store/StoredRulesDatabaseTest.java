package dev.assay.rule.store;

import static dev.assay.rule.store.StoredRulesFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.rule.Phase;
import dev.assay.rule.definition.Rule;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.UUID;
import java.util.function.Supplier;
import org.hibernate.exception.ConstraintViolationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class StoredRulesDatabaseTest {
  @Inject StoredRules rules;
  @Inject StoredRulesFixture given;

  @BeforeEach
  void clear() {
    given.clear();
  }

  @Test
  void a_rule_comes_back_as_it_was_stored_and_changed() {
    var uuid = UUID.randomUUID();
    var rule = StoredRulesFixture.rule(uuid, "d", 7, Phase.PREPROCESS);
    given.add(rule);

    var stored = within(() -> rules.find(uuid).orElseThrow());
    assertThat(stored.rule()).isEqualTo(rule);
    assertThat(stored.createdAt()).isEqualTo(NOW);
    assertThat(stored.updatedAt()).isNull();

    var changed =
        new Rule(
            uuid.toString(),
            null,
            0,
            "lab",
            true,
            false,
            Phase.MAIN,
            rule.conditions(),
            rule.actions(),
            false);
    var later = NOW.plusSeconds(1);
    run(
        () -> {
          rules.findForUpdate(uuid).orElseThrow().update(changed, later);
          rules.write();
        });
    var found = within(() -> rules.find(uuid).orElseThrow());
    assertThat(found.rule()).isEqualTo(changed);
    assertThat(found.createdAt()).isEqualTo(NOW);
    assertThat(found.updatedAt()).isEqualTo(later);
  }

  @Test
  void they_are_listed_as_they_run_higher_priorities_first_then_older_ones() {
    given.add("low", 1, Phase.MAIN);
    given.add("high", 9999, Phase.EARLY);
    given.add("low, too", 1, Phase.MAIN);
    given.add("middle", 50, Phase.PREPROCESS);

    var all = within(() -> rules.all().stream().map(StoredRule::rule).toList());

    assertThat(StoredRulesFixture.descriptions(all))
        .containsExactly("high", "middle", "low", "low, too");
  }

  @Test
  void a_UUID_is_given_once() {
    var uuid = given.add("first", 0, Phase.MAIN);
    var second = StoredRulesFixture.rule(uuid, "second", 0, Phase.MAIN);

    assertThatThrownBy(() -> given.add(second))
        .hasRootCauseInstanceOf(java.sql.SQLException.class)
        .isInstanceOfSatisfying(
            ConstraintViolationException.class,
            e -> assertThat(e.getConstraintName()).isEqualTo("inspection_rule_uuid_key"));
  }

  @Test
  void every_change_counts_and_nothing_else_does() {
    var before = revision();
    var uuid = given.add("counted", 0, Phase.MAIN);
    assertThat(revision()).isEqualTo(before + 1);

    assertThat(within(() -> rules.find(uuid))).isPresent();
    assertThat(revision()).isEqualTo(before + 1);

    run(
        () -> {
          var rule = rules.findForUpdate(uuid).orElseThrow();
          rule.update(StoredRulesFixture.rule(uuid, "changed", 1, Phase.MAIN), NOW);
          rules.write();
        });
    assertThat(revision()).isEqualTo(before + 2);

    run(() -> rules.remove(rules.find(uuid).orElseThrow()));
    assertThat(revision()).isEqualTo(before + 3);
    assertThat(within(() -> rules.find(uuid))).isEmpty();
  }

  @Test
  void a_change_that_is_taken_back_does_not_count() {
    var before = revision();

    assertThatThrownBy(
            () ->
                run(
                    () -> {
                      rules.add(
                          new StoredRule(
                              StoredRulesFixture.rule(UUID.randomUUID(), "lost", 0, Phase.MAIN),
                              NOW));
                      throw new IllegalStateException("changed my mind");
                    }))
        .hasMessage("changed my mind");

    assertThat(revision()).isEqualTo(before);
  }

  @Test
  void all_are_deleted_at_once_and_that_counts_when_there_were_any() {
    given.add("one", 0, Phase.MAIN);
    given.add("two", 0, Phase.MAIN);
    var before = revision();

    assertThat(within(rules::removeAll)).isTrue();
    assertThat(revision()).isEqualTo(before + 1);
    assertThat(within(rules::all)).isEmpty();

    assertThat(within(rules::removeAll)).isFalse();
    assertThat(revision()).isEqualTo(before + 1);
  }

  private long revision() {
    return within(rules::revision);
  }

  private static <T> T within(Supplier<T> work) {
    return QuarkusTransaction.requiringNew().call(work::get);
  }

  private static void run(Runnable work) {
    QuarkusTransaction.requiringNew().run(work);
  }
}
