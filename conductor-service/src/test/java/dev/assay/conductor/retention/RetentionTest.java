package dev.assay.conductor.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.lease.Leases;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Which conductor deletes; for what is deleted see ExpiredRowsDatabaseTest. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RetentionTest {
  @Inject Retention retention;
  @Inject RetentionConfig config;
  @Inject Leases leases;
  @Inject Session database;

  @BeforeEach
  void free() {
    change("delete from lease where name = 'periodic/retention'");
    change("delete from conductor where hostname = 'dead'");
    bury();
  }

  @Test
  void cleans_in_each_interval() {
    retention.look();
    assertThat(dead()).isZero();

    bury();
    retention.look();
    assertThat(dead()).isZero();
  }

  @Test
  void goes_on_with_the_rest_when_something_cannot_be_deleted_and_then_fails() {
    change("alter table dead_letter rename to away");
    try {
      assertThatThrownBy(retention::look).hasMessageContaining("cannot be deleted");
    } finally {
      change("alter table away rename to dead_letter");
    }
    assertThat(dead()).isZero();
  }

  @Test
  void leaves_it_to_the_conductor_that_has_the_lease() {
    assertThat(
            QuarkusTransaction.requiringNew()
                .call(() -> leases.acquire("periodic/retention", "c2", Duration.ofHours(1))))
        .isPresent();

    retention.look();

    assertThat(dead()).isOne();
  }

  @Test
  void keeps_for_a_month_and_three_hundred_entries_unless_told_otherwise() {
    assertThat(config.interval()).isEqualTo(Duration.ofHours(1));
    assertThat(config.payloads()).isEqualTo(Duration.ofDays(30));
    assertThat(config.traces()).isEqualTo(Duration.ofDays(30));
    assertThat(config.inspections()).isEqualTo(Duration.ofDays(180));
    assertThat(config.ramdiskLogs()).isEqualTo(Duration.ofDays(30));
    assertThat(config.conductors()).isEqualTo(Duration.ofDays(30));
    assertThat(config.deadLetters()).isEqualTo(Duration.ofDays(30));
    assertThat(config.attempts()).isEqualTo(Duration.ofDays(30));
    assertThat(config.unmatchedPayloads()).isEqualTo(Duration.ofDays(14));
    assertThat(config.reapplies()).isEqualTo(Duration.ofDays(30));
    assertThat(config.historyEntries()).isEqualTo(300);
    assertThat(config.historyMinimum()).isZero();
  }

  @Test
  void deletes_what_is_recorded_of_refused_machines_by_age() {
    change("delete from lookup_attempt");
    change("delete from unmatched_payload");
    for (var days : new int[] {13, 15, 29, 31}) {
      change(attempt(days));
      change(payload(days));
    }

    retention.look();

    assertThat(count("lookup_attempt")).isEqualTo(3);
    assertThat(count("unmatched_payload")).isEqualTo(1);
  }

  @Test
  void deletes_orders_to_reapply_that_ended_long_ago() {
    change("delete from reapply");
    for (var ended :
        new String[] {"now() - interval '31 days'", "now() - interval '29 days'", "null"}) {
      change(
          "insert into reapply (uuid, filters, created_at, ended_at)"
              + " values (gen_random_uuid(), '{}', now() - interval '40 days', %s)"
                  .formatted(ended));
    }

    retention.look();

    assertThat(count("reapply")).isEqualTo(2);
    change("delete from reapply");
  }

  /** Of a machine that came last so many days ago. */
  private static String attempt(int days) {
    return """
        insert into lookup_attempt (digest, kind, outcome, sentence, reference_list, macs,
          bmc_addresses, nodes, candidates, source, source_network, request_id, times,
          first_seen_at, last_seen_at)
        values (sha256('%1$d'), 'callback', 'NOTHING_MATCHES', '', '{}', '{}', '{}', '{}', '[]', '',
          '', '', 1, now() - interval '40 days', now() - interval '%1$d days')
        """
        .formatted(days);
  }

  /** Data that came last so many days ago. */
  private static String payload(int days) {
    return """
        insert into unmatched_payload (uuid, digest, body, size, outcome, sentence, reference, macs,
          bmc_addresses, candidates, source, source_network, times, first_seen_at, last_seen_at)
        values (gen_random_uuid(), sha256('%1$d'), '', 0, 'NOTHING_MATCHES', '', '', '{}', '{}',
          '[]', '', '', 1, now() - interval '40 days', now() - interval '%1$d days')
        """
        .formatted(days);
  }

  private long count(String table) {
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                database
                    .createNativeQuery("select count(*) from " + table, Long.class)
                    .getSingleResult());
  }

  /** A conductor that was not heard of for longer than it is kept. */
  private void bury() {
    change(
        "insert into conductor values"
            + " ('dead', '', true, now() - interval '31 days', '[]', now(), now())");
  }

  private long dead() {
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                database
                    .createNativeQuery(
                        "select count(*) from conductor where hostname = 'dead'", Long.class)
                    .getSingleResult());
  }

  private void change(String sql) {
    QuarkusTransaction.requiringNew()
        .run(() -> database.createNativeMutationQuery(sql).executeUpdate());
  }
}
