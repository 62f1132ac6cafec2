package dev.assay.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.retention.ExpiredRows.Batch;
import dev.assay.retention.ExpiredRows.Place;
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
import java.util.function.Function;
import java.util.stream.IntStream;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExpiredRowsDatabaseTest {
  private static final Duration MONTH = Duration.ofDays(30);

  @Inject Session database;
  @Inject Nodes nodes;
  @Inject ExpiredRows outdated;

  @BeforeEach
  void clear() {
    change("delete from node");
    change("delete from conductor");
  }

  @Test
  void payloads_go_but_the_last_good_and_the_last_failed_one_of_a_node() {
    var node = node();
    payload(ended(node, "finished", 90));
    payload(ended(node, "error", 80));
    var lastFailed = payload(ended(node, "error", 70));
    var lastGood = payload(ended(node, "finished", 60));
    var withoutPayload = ended(node, "finished", 50);
    var young = payload(ended(node, "finished", 10));
    var other = node();
    var onlyOne = payload(ended(other, "error", 90));

    var deleted = all(from -> outdated.deletePayloads(MONTH, from, 1));

    // the young one succeeded too: none of the old ones is the last successful one any more
    assertThat(deleted).isEqualTo(3);
    assertThat(ids("select inspection_id from inspection_payload order by 1"))
        .containsExactly(lastFailed, young, onlyOne);
    assertThat(ids("select id from inspection")).contains(lastGood, withoutPayload).hasSize(7);
  }

  @Test
  void an_old_payload_stays_as_long_as_no_later_one_is_as_good() {
    var node = node();
    var good = payload(ended(node, "finished", 90));
    ended(node, "finished", 60);
    var failed = payload(ended(node, "error", 50));

    assertThat(all(from -> outdated.deletePayloads(MONTH, from, 500))).isZero();
    assertThat(ids("select inspection_id from inspection_payload order by 1"))
        .containsExactly(good, failed);
  }

  @Test
  void traces_go_by_the_same_rule() {
    var node = node();
    var old = traced(ended(node, "finished", 90));
    var last = traced(ended(node, "finished", 60));
    var failed = traced(ended(node, "error", 60));

    assertThat(all(from -> outdated.clearTraces(MONTH, from, 500))).isOne();
    assertThat(ids("select id from inspection where trace is not null order by id"))
        .containsExactly(last, failed);
    assertThat(ids("select id from inspection")).contains(old);
  }

  @Test
  void inspections_go_when_they_have_no_payload_and_are_not_the_latest() {
    var node = node();
    ended(node, "error", 90);
    var payload = payload(ended(node, "finished", 80));
    var latest = ended(node, "error", 70);
    var other = node();
    var running = running(other);

    assertThat(all(from -> outdated.deleteInspections(MONTH, from, 500))).isOne();
    assertThat(ids("select id from inspection order by id"))
        .containsExactly(payload, latest, running);
  }

  @Test
  void what_somebody_holds_is_passed_over() {
    var node = node();
    payload(ended(node, "finished", 90));
    var held = payload(ended(node, "finished", 80));
    var last = payload(ended(node, "finished", 70));

    in(
        () -> {
          database
              .createNativeQuery("select id from inspection where id = ?1 for update", Object.class)
              .setParameter(1, held)
              .getSingleResult();
          assertThat(all(from -> outdated.deletePayloads(MONTH, from, 500))).isOne();
          return held;
        });

    assertThat(ids("select inspection_id from inspection_payload order by 1"))
        .containsExactly(held, last);
  }

  @Test
  void of_a_history_the_latest_entries_stay_and_young_ones() {
    var busy = node();
    var calm = node();
    IntStream.rangeClosed(1, 12).forEach(days -> entry(busy, days));
    entry(calm, 400);

    var deleted = history(5, Duration.ZERO);

    assertThat(deleted).isEqualTo(7);
    assertThat(ids("select count(*) from node_history where node_id = " + busy))
        .containsExactly(5L);
    assertThat(
            ids("select count(*) from node_history where created_at < now() - interval '6 days'"))
        .containsExactly(1L);
    assertThat(history(2, Duration.ofDays(4).plusHours(12))).isOne();
  }

  @Test
  void conductors_go_by_age() {
    conductor("gone", 40);
    conductor("away", 10);

    assertThat(in(() -> outdated.deleteConductors(MONTH))).isOne();
    assertThat(ids("select count(*) from conductor where hostname = 'away'")).containsExactly(1L);
  }

  @Test
  void logs_go_when_their_inspection_is_over_for_long_enough() {
    var waiting = logs(running(node()));
    var over = List.of(logs(ended(node(), "finished", 1)), logs(ended(node(), "error", 1)));

    assertThat(logsLeftAfter(Duration.ofHours(25)))
        .containsExactlyInAnyOrder(waiting, over.getFirst(), over.getLast());
    assertThat(logsLeftAfter(Duration.ofHours(23))).containsExactly(waiting);
  }

  private List<Long> logsLeftAfter(Duration age) {
    var _ = all(0L, from -> outdated.deleteReceivedLogs(age, from, 1));
    return ids("select inspection_id from inspection_logs");
  }

  private long logs(long run) {
    change(
        "insert into inspection_logs values (%d, '\\x1f8b00', now() - interval '2 days')"
            .formatted(run));
    return run;
  }

  private int history(int most, Duration minimum) {
    return all(0L, from -> outdated.deleteHistory(most, minimum, from, 3));
  }

  private int all(Function<Place, Batch<Place>> batch) {
    return all(Place.START, batch);
  }

  private <P> int all(P start, Function<P, Batch<P>> batch) {
    var rows = 0;
    for (@Nullable P from = start; from != null; ) {
      var place = from;
      var done = in(() -> batch.apply(place));
      rows += done.rows();
      from = done.next();
    }
    return rows;
  }

  private long node() {
    return in(
        () -> {
          var node = Fixtures.node(ProvisionState.MANAGEABLE, Instant.now());
          nodes.add(node);
          return node.id();
        });
  }

  private long ended(long node, String stage, int daysAgo) {
    return insert(node, stage, "now() - interval '%d days'".formatted(daysAgo));
  }

  private long running(long node) {
    return insert(node, "processing", "null");
  }

  private long insert(long node, String stage, String finished) {
    return ids("""
            insert into inspection
              (uuid, node_id, cause, inspect_interface, stage, started_at, finished_at, timeline)
            values ('%s', %d, 'requested', 'agent', '%s', now() - interval '1 year', %s, '[]')
            returning id
            """
            .formatted(UUID.randomUUID(), node, stage, finished))
        .getFirst();
  }

  private long payload(long run) {
    change("insert into inspection_payload values (%d, '\\x00', 1, now())".formatted(run));
    return run;
  }

  private long traced(long run) {
    change("update inspection set trace = '{\"hooks\":[],\"rules\":[]}' where id = " + run);
    return run;
  }

  private void entry(long node, int daysAgo) {
    change(
        """
        insert into node_history (uuid, node_id, created_at, severity, event_type, event, state)
        values ('%s', %d, now() - interval '%d days', 'INFO', 'verify', 'e', 'enroll')
        """
            .formatted(UUID.randomUUID(), node, daysAgo));
  }

  private void conductor(String name, int daysAgo) {
    change(
        """
        insert into conductor values
          ('%s', '', true, now() - interval '%d days', '[]', now(), now())
        """
            .formatted(name, daysAgo));
  }

  private void change(String sql) {
    in(() -> database.createNativeMutationQuery(sql).executeUpdate());
  }

  /** The numbers in the first column. */
  private List<Long> ids(String sql) {
    return in(
        () ->
            database
                .createNativeQuery(sql, Object.class)
                .getResultStream()
                .map(id -> ((Number) id).longValue())
                .toList());
  }

  private static <T> T in(Callable<T> work) {
    return QuarkusTransaction.requiringNew().call(work);
  }
}
