package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What failures tell about the durations that are usual for this fleet. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class UsualDurationsTest {
  @Inject UsualDurations durations;
  @Inject Bench bench;
  @Inject MovedTime time;
  @Inject Session database;

  @BeforeEach
  @AfterEach
  void clear() {
    bench.clear();
    durations.forget();
  }

  @Test
  void a_failure_is_compared_with_the_successes_of_its_interface() {
    finished(95, "agent", 60);
    finished(5, "agent", 600);
    finished(100, "redfish", 1);

    assertThat(failure())
        .startsWith("Timeout reached while inspecting the node. Please check if the ramdisk")
        .contains("is running on the node. Stage waiting took ")
        .contains("; 95 % of the last 100 inspections of this fleet took 60 s or less. Hint: ");
    assertThat(usualSeconds()).isEqualTo(60);
  }

  @Test
  void stages_that_failed_do_not_count() {
    finished(20, "agent", 60);
    sql(
        "update inspection set timeline = jsonb_set(timeline, '{2,stage}', '\"error\"'), stage = 'error'");

    assertThat(failure()).contains("Stage waiting took ").doesNotContain("95 %");
    assertThat(usualSeconds()).isNull();
  }

  @Test
  void too_few_tell_nothing() {
    finished(UsualDurations.FEWEST - 1, "agent", 60);

    assertThat(failure()).doesNotContain("95 %");
  }

  @Test
  void only_the_latest_thousand_count() {
    finished(30, "agent", 600);
    sql("update inspection set finished_at = finished_at - interval '1 day'");
    finished(UsualDurations.LATEST, "agent", 10);

    assertThat(failure()).contains("the last 1000 inspections of this fleet took 10 s or less");
  }

  @Test
  void what_is_known_is_not_read_again_at_once() {
    finished(20, "agent", 60);
    assertThat(failure()).contains("last 20 inspections");
    finished(20, "agent", 60);

    assertThat(failure()).contains("last 20 inspections");
  }

  @Test
  void what_cannot_be_read_is_left_out() {
    finished(1, "agent", 60);
    sql(
        "update inspection set timeline = '[{\"stage\":\"waiting\",\"at\":\"x\"}]' where stage = 'finished'");

    assertThat(failure()).contains("Stage waiting took ").doesNotContain("95 %");
  }

  /** The last_error of a node whose ramdisk did not answer. */
  private String failure() {
    var run = bench.waiting(Duration.ofMinutes(30));
    time.stageIsOver(run);
    await().until(() -> bench.state(run).stage().equals("error"));
    return String.valueOf(bench.state(run).lastError());
  }

  private @Nullable Double usualSeconds() {
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                database
                    .createNativeQuery(
                        "select max(usual_seconds) from inspection where error is not null",
                        Double.class)
                    .getSingleResult());
  }

  /** Inspections whose stage waiting lasted that many seconds. */
  private void finished(int count, String inspectInterface, int seconds) {
    var run = bench.waiting(Duration.ofMinutes(30));
    QuarkusTransaction.requiringNew()
        .run(
            () ->
                database
                    .createNativeMutationQuery(
                        """
                        insert into inspection (uuid, node_id, cause, inspect_interface, stage,
                          started_at, finished_at, timeline, reorders)
                        select gen_random_uuid(), i.node_id, 'requested', ?2, 'finished', now(),
                          now(), cast(?3 as jsonb), 0
                        from inspection i, generate_series(1, ?4) where i.uuid = ?1
                        """)
                    .setParameter(1, run.inspection())
                    .setParameter(2, inspectInterface)
                    .setParameter(
                        3,
                        """
                        [{"stage":"starting","at":"2026-08-01T10:00:00Z"},
                         {"stage":"waiting","at":"2026-08-01T10:00:01Z"},
                         {"stage":"processing","at":"%s"},
                         {"stage":"finished","at":"2026-08-01T12:00:00Z"}]
                        """
                            .formatted(Instant.parse("2026-08-01T10:00:01Z").plusSeconds(seconds)))
                    .setParameter(4, count)
                    .executeUpdate());
  }

  private void sql(String change) {
    QuarkusTransaction.requiringNew()
        .run(() -> database.createNativeMutationQuery(change).executeUpdate());
  }
}
