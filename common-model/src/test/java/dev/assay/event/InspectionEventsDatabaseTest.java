package dev.assay.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.StageEvent;
import dev.assay.inspection.Trace;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InspectionEventsDatabaseTest {
  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30Z");
  private static final Duration LIMIT = Duration.ofMinutes(10);

  @Inject Session database;
  @Inject Nodes nodes;
  @Inject Inspections inspections;
  @Inject InspectionEvents events;

  private Place start;

  @BeforeEach
  void clear() {
    change("delete from node");
    change("delete from inspection_event");
    change("update inspection_event_horizon set xid = '0', id = 0");
    start = in(events::now);
  }

  @Test
  void each_stage_gives_one_event_with_the_time_of_the_timeline() {
    var run = begun();
    then(run, it -> it.await(NOW.plusSeconds(1), LIMIT));
    then(run, it -> it.accept(List.of(), NOW.plusSeconds(2), LIMIT));
    then(run, it -> it.finish(Trace.EMPTY, NOW.plusSeconds(3)));

    var all = after(start);

    assertThat(all)
        .extracting(InspectionEvent::stage)
        .containsExactly("starting", "waiting", "processing", "finished");
    assertThat(all)
        .extracting(InspectionEvent::previousStage)
        .containsExactly(null, "starting", "waiting", "processing");
    assertThat(all)
        .extracting(InspectionEvent::at)
        .containsExactly(NOW, NOW.plusSeconds(1), NOW.plusSeconds(2), NOW.plusSeconds(3));
    assertThat(all)
        .allSatisfy(
            event -> {
              assertThat(event.inspection()).isEqualTo(run);
              assertThat(event.cause()).isEqualTo("requested");
              assertThat(event.error()).isNull();
            });
  }

  @Test
  void stages_that_are_committed_at_once_give_an_event_each() {
    var run = begun();
    then(run, it -> it.finishOutOfBand(Trace.EMPTY, NOW.plusSeconds(1)));

    assertThat(after(start))
        .extracting(InspectionEvent::stage)
        .containsExactly("starting", "waiting", "processing", "finished");
  }

  @Test
  void a_failure_has_code_and_reason() {
    var run = begun();
    then(
        run,
        it ->
            it.fail(
                StageEvent.ERROR,
                ErrorCode.BMC_UNREACHABLE,
                "The BMC does not answer.",
                Trace.EMPTY,
                NOW));

    var last = after(start).getLast();

    assertThat(last.errorCode()).isEqualTo("BMC_UNREACHABLE");
    assertThat(last.error()).isEqualTo("The BMC does not answer.");
  }

  @Test
  void what_changes_no_stage_and_what_is_rolled_back_gives_none() {
    var run = begun();
    var place = in(events::now);
    then(run, it -> it.giveTime(LIMIT));
    QuarkusTransaction.begin();
    inspections.find(run).orElseThrow().await(NOW, LIMIT);
    database.flush();
    QuarkusTransaction.rollback();

    assertThat(after(place)).isEmpty();
  }

  @Test
  void an_event_that_is_committed_late_comes_before_those_that_it_held_up() {
    var first = begun();
    var early =
        in(
            () -> {
              inspections.find(first).orElseThrow().await(NOW, LIMIT);
              database.flush(); // recorded, and not committed
              var second = begun(); // committed
              var seen = after(start);
              assertThat(seen).extracting(InspectionEvent::inspection).containsOnly(first);
              assertThat(seen).extracting(InspectionEvent::inspection).doesNotContain(second);
              return seen;
            });

    var rest = after(early.getLast().place());

    assertThat(early).extracting(InspectionEvent::stage).containsExactly("starting");
    assertThat(rest).extracting(InspectionEvent::stage).containsExactly("waiting", "starting");
  }

  @Test
  void somebody_who_reads_page_by_page_gets_every_event_once() {
    for (var i = 0; i < 7; i++) {
      begun();
    }
    var first = in(() -> events.after(start, 3));
    var second = in(() -> events.after(first.getLast().place(), 3));
    var third = in(() -> events.after(second.getLast().place(), 3));

    assertThat(first).hasSize(3);
    assertThat(second).hasSize(3);
    assertThat(third).hasSize(1);
    assertThat(in(() -> events.upTo(third.getLast().place(), 4)))
        .containsExactly(second.get(0), second.get(1), second.get(2), third.get(0));
  }

  @Test
  void events_outlive_their_node() {
    begun();
    change("delete from node");

    assertThat(after(start)).hasSize(1);
  }

  @Test
  void old_events_are_deleted_and_who_has_not_read_them_learns_of_the_gap() {
    begun();
    begun();
    change("update inspection_event set recorded_at = now() - interval '8 days'");
    begun();
    var old = after(start);

    assertThat(in(() -> events.deleteOlderThan(Duration.ofDays(7), 1))).isEqualTo(1);
    assertThat(in(() -> events.deleteOlderThan(Duration.ofDays(7), 100))).isEqualTo(1);
    assertThat(in(() -> events.deleteOlderThan(Duration.ofDays(7), 100))).isZero();

    assertThat(after(start)).containsExactly(old.getLast());
    assertThat(in(() -> events.readable(start))).isEqualTo(old.get(1).place());
    assertThat(in(() -> events.readable(old.get(1).place()))).isEqualTo(old.get(1).place());
    assertThat(in(() -> events.readable(old.get(2).place()))).isEqualTo(old.get(2).place());
  }

  @Test
  void a_place_of_another_database_is_a_gap_and_events_of_a_restored_dump_are_deleted() {
    begun();
    change("update inspection_event set xid = cast('999999999999' as xid8)");

    assertThat(after(start)).isEmpty();
    assertThat(in(() -> events.readable(new Place(999_999_999_999L, 1)))).isEqualTo(Place.START);
    assertThat(in(() -> events.deleteOlderThan(Duration.ofDays(7), 10))).isEqualTo(1);
  }

  @Test
  void the_horizon_of_another_database_hides_nothing_and_is_replaced() {
    begun();
    change("update inspection_event_horizon set xid = '999999999999', id = 1");

    assertThat(in(() -> events.readable(start))).isEqualTo(start);
    assertThat(in(() -> events.readable(Place.START))).isEqualTo(Place.START);

    change("update inspection_event set recorded_at = now() - interval '8 days'");
    assertThat(in(() -> events.deleteOlderThan(Duration.ofDays(7), 10))).isEqualTo(1);
    assertThat(in(() -> events.readable(Place.START))).as("a gap").isGreaterThan(Place.START);
  }

  private interface Step {
    void run(Inspection run);
  }

  private void then(UUID run, Step step) {
    QuarkusTransaction.requiringNew().run(() -> step.run(inspections.find(run).orElseThrow()));
  }

  /** A new node with a new inspection. */
  private UUID begun() {
    return in(
        () -> {
          Node node = Fixtures.node(ProvisionState.MANAGEABLE, NOW);
          nodes.add(node);
          var run = new Inspection(node, Inspection.Cause.REQUESTED, "agent", null, NOW, LIMIT);
          inspections.begin(run);
          return run.uuid();
        });
  }

  private List<InspectionEvent> after(Place place) {
    return in(() -> events.after(place, 100));
  }

  private void change(String sql) {
    in(() -> database.createNativeMutationQuery(sql).executeUpdate());
  }

  private static <T> T in(Callable<T> work) {
    return QuarkusTransaction.requiringNew().call(work);
  }
}
