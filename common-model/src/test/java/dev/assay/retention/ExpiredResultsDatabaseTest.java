package dev.assay.retention;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.document.Document;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Inventories;
import dev.assay.inspection.Payloads;
import dev.assay.inspection.SplitPayload;
import dev.assay.inspection.Trace;
import dev.assay.inspection.Trace.HookRun;
import dev.assay.inspection.Traces;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.retention.ExpiredRows.Batch;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Which results and documents are deleted, also while others refer to the same documents. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExpiredResultsDatabaseTest {
  private static final Duration MONTH = Duration.ofDays(30);
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Inject Session database;
  @Inject Nodes nodes;
  @Inject Inspections inspections;
  @Inject Inventories inventories;
  @Inject Payloads payloads;
  @Inject Traces traces;
  @Inject ExpiredRows outdated;

  private NodeId node = NodeId.random();

  @BeforeEach
  void enrol() {
    in(() -> database.createNativeMutationQuery("delete from node").executeUpdate());
    node =
        in(
            () -> {
              var row = Fixtures.node(ProvisionState.MANAGEABLE, Instant.now());
              nodes.add(row);
              return row.uuid();
            });
  }

  @Test
  void old_ones_go_with_their_documents_but_the_latest_stays() {
    inspected(90, "1");
    inspected(80, "2");
    var latest = inspected(70, "2");

    assertThat(byAge()).isEqualTo(2);

    assertThat(results()).containsExactly(latest);
    assertThat(inventoriesLeft()).isOne();
  }

  @Test
  void a_document_that_a_payload_still_has_stays() {
    inspected(90, "1", true);
    inspected(80, "2", true);

    byAge();
    assertThat(inventoriesLeft()).isEqualTo(2);

    all(from -> outdated.deletePayloads(MONTH, from, 500));
    assertThat(inventoriesLeft()).isOne();
  }

  @Test
  void traces_go_with_their_documents() {
    inspected(90, "1");
    inspected(80, "1");
    var before = documents();

    all(from -> outdated.clearTraces(MONTH, from, 500));
    assertThat(documents()).isEqualTo(before); // the last one has the same trace

    assertThat(number("select count(*) from inspection where trace_document is null")).isOne();
    assertThat(number("select count(*) from inspection where hook_micros is null")).isOne();
  }

  @Test
  void beyond_the_number_for_each_node_the_oldest_go() {
    inspected(9, "1");
    inspected(8, "2");
    var kept = List.of(inspected(7, "3"), inspected(6, "3"), inspected(5, "4"));

    var deleted = 0;
    for (@Nullable Long from = 0L; from != null; ) {
      var place = from;
      var batch = in(() -> outdated.deleteResults(3, place, 1));
      deleted += batch.rows();
      from = batch.next();
    }

    assertThat(deleted).isEqualTo(2);
    assertThat(results()).containsExactlyElementsOf(kept);
    assertThat(inventoriesLeft()).isEqualTo(2);
  }

  @Test
  void an_inspection_with_the_latest_result_is_not_deleted() {
    inspected(95, "1");
    var result = inspected(90, "1");
    failed(80);
    failed(70);

    all(from -> outdated.deleteInspections(MONTH, from, 500));

    assertThat(number("select count(*) from inspection")).isEqualTo(2);
    assertThat(results()).containsExactly(result);
  }

  @Test
  void a_node_that_is_being_written_is_left_for_the_next_time() {
    inspected(90, "1");
    inspected(80, "2");

    in(
        () -> {
          assertThat(nodes.findForUpdate(node)).isPresent();
          keep(run(), "1", false);
          assertThat(onAnotherThread(this::byAge)).isZero();
          return node;
        });

    assertThat(inventoriesLeft()).isEqualTo(2);
    assertThat(byAge()).isEqualTo(2);
    assertThat(inventoriesLeft()).isOne();
  }

  @Test
  void who_comes_while_the_same_document_is_deleted_stores_it_again() throws Exception {
    inspected(90, "1");
    inspected(80, "2");

    try (var other = Executors.newVirtualThreadPerTaskExecutor()) {
      var writing =
          in(
              () -> {
                assertThat(outdated.deleteResults(MONTH, ExpiredRows.Place.START, 500).rows())
                    .isOne();
                var begun =
                    other.submit(
                        () ->
                            in(
                                () -> {
                                  assertThat(nodes.findForUpdate(node)).isPresent();
                                  return keep(run(), "1", false);
                                }));
                await().atMost(LIMIT).until(this::somebodyWaits);
                return begun;
              });
      writing.get();
    }

    assertThat(inventoriesLeft()).isEqualTo(2);
    assertThat(
            number(
                "select count(*) from inspection_result r join document d"
                    + " on d.node_id = r.node_id and d.digest = r.inventory"))
        .isEqualTo(2);
  }

  private boolean somebodyWaits() {
    return onAnotherThread(
            () -> number("select count(*) from pg_stat_activity where wait_event_type = 'Lock'"))
        > 0;
  }

  private int byAge() {
    return all(from -> outdated.deleteResults(MONTH, from, 500));
  }

  private static int all(Function<ExpiredRows.Place, Batch<ExpiredRows.Place>> batch) {
    return in(() -> batch.apply(ExpiredRows.Place.START)).rows();
  }

  private long inspected(int daysAgo, String inventory) {
    return inspected(daysAgo, inventory, false);
  }

  private long inspected(int daysAgo, String inventory, boolean payload) {
    return in(
        () -> {
          assertThat(nodes.findForUpdate(node)).isPresent();
          var run = run();
          keep(run, inventory, payload);
          end(run, "finished", daysAgo);
          return run.id();
        });
  }

  private void failed(int daysAgo) {
    in(
        () -> {
          var run = run();
          end(run, "error", daysAgo);
          return run;
        });
  }

  private Inspection run() {
    var row = nodes.find(node).orElseThrow();
    var now = Instant.now();
    var run =
        new Inspection(row, Inspection.Cause.REQUESTED, "agent", null, now, Duration.ofHours(1));
    run.await(now, Duration.ofHours(1));
    run.accept(List.of(), now, Duration.ofHours(1));
    var trace =
        new Trace(List.of(new HookRun("ports", "process", 7, List.of("a"), List.of(), null)));
    run.finish(trace, now); // one that is active allows no other
    inspections.begin(run);
    return run;
  }

  private Inspection keep(Inspection run, String inventory, boolean payload) {
    var body = "{\"inventory\":{\"n\":%s}}".formatted(inventory).getBytes(UTF_8);
    var split = SplitPayload.of(body);
    if (payload) {
      payloads.keep(run, split, Instant.now());
    }
    var result = new Inventories.Result(split.inventory(), Document.of("{}".getBytes(UTF_8)));
    inventories.keep(run, result, traces.detach(run), Instant.now());
    return run;
  }

  private void end(Inspection run, String stage, int daysAgo) {
    database.flush();
    database
        .createNativeMutationQuery(
            "update inspection set stage = ?2, finished_at = now() - ?3 * interval '1 day'"
                + " where id = ?1")
        .setParameter(1, run.id())
        .setParameter(2, stage)
        .setParameter(3, daysAgo)
        .executeUpdate();
  }

  private List<Long> results() {
    return in(
        () ->
            database
                .createNativeQuery(
                    "select inspection_id from inspection_result order by 1", Long.class)
                .getResultList());
  }

  private long inventoriesLeft() {
    return number(
        """
        select count(distinct d.digest) from document d where d.digest not in (
          select plugin_data from inspection_result
          union all select rest from inspection_payload where rest is not null
          union all select trace_document from inspection where trace_document is not null)
        """);
  }

  private long documents() {
    return number("select count(*) from document");
  }

  private long number(String sql) {
    return in(
        () ->
            ((Number) database.createNativeQuery(sql, Object.class).getSingleResult()).longValue());
  }

  private static <T> T onAnotherThread(Callable<T> work) {
    try (var other = Executors.newVirtualThreadPerTaskExecutor()) {
      return other.submit(work).get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> T in(Callable<T> work) {
    return QuarkusTransaction.requiringNew().call(work);
  }
}
