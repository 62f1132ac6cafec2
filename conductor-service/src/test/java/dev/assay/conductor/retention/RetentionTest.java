package dev.assay.conductor.retention;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Which conductor deletes, and when; for what is deleted see ExpiredRowsDatabaseTest. */
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
    change("delete from lease where name = 'retention'");
    change("delete from conductor where hostname = 'dead'");
    bury();
  }

  @Test
  void cleans_once_in_an_interval() {
    retention.look();
    assertThat(dead()).isZero();

    bury();
    retention.look();
    assertThat(dead()).isOne();
  }

  @Test
  void goes_on_with_the_rest_when_something_cannot_be_deleted() {
    change("alter table inspection_payload rename to away");
    try {
      retention.look();
    } finally {
      change("alter table away rename to inspection_payload");
    }
    assertThat(dead()).isZero();
  }

  @Test
  void leaves_it_to_the_conductor_that_has_the_lease() {
    assertThat(
            QuarkusTransaction.requiringNew()
                .call(() -> leases.acquire("retention", "c2", Duration.ofHours(1))))
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
    assertThat(config.historyEntries()).isEqualTo(300);
    assertThat(config.historyMinimum()).isZero();
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
