package dev.assay.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Inventories;
import dev.assay.inspection.Payloads;
import dev.assay.inspection.ResultHistory;
import dev.assay.inspection.ResultHistory.Found;
import dev.assay.inspection.SplitPayload;
import dev.assay.inspection.StageEvent;
import dev.assay.inspection.Trace;
import dev.assay.inspection.Trace.HookRun;
import dev.assay.inspection.Traces;
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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What inspections of a node store, and that nothing is stored twice. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class HistoryDatabaseTest {
  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30Z");
  private static final String BODY = "{\"a\": 1, \"inventory\" : {\"n\":%s}, \"b\":\"x\"}";

  @Inject Session database;
  @Inject Nodes nodes;
  @Inject Inspections inspections;
  @Inject Payloads payloads;
  @Inject Inventories inventories;
  @Inject ResultHistory history;
  @Inject Traces traces;

  private Node node;

  @BeforeEach
  void enrol() {
    in(() -> database.createNativeMutationQuery("delete from conductor").executeUpdate());
    node =
        in(
            () -> {
              var row = Fixtures.node(ProvisionState.MANAGEABLE, NOW);
              nodes.add(row);
              return row;
            });
  }

  @Test
  void the_same_inspection_again_costs_no_document() {
    inspected("1");
    var once = documents();
    inspected("1");

    assertThat(once).isEqualTo(4); // inventory, rest of the payload, plugin data, trace
    assertThat(documents()).isEqualTo(4);
    assertThat(number("select count(*) from inspection_result where node_id = ?1")).isEqualTo(2);
  }

  @Test
  void a_payload_comes_back_byte_for_byte_from_its_documents() {
    var run = inspected("1.50");

    assertThat(
            number(
                "select sum(octet_length(body)) from inspection_payload p join inspection i"
                    + " on i.id = p.inspection_id where i.node_id = ?1"))
        .isZero();
    assertThat(payload(run, 1000)).contains(BODY.formatted("1.50"));
    assertThat(payload(run, 10)).isEmpty();
  }

  @Test
  void every_result_can_be_read_and_tells_whether_the_inventory_changed() {
    var first = inspected("1");
    var second = inspected("1");
    var third = inspected("2");

    assertThat(inventory(first)).contains("{\"n\":1}");
    assertThat(inventory(third)).contains("{\"n\":2}");
    assertThat(in(() -> inventories.find(node.id())).map(it -> text(it.inventory())))
        .contains("{\"n\":2}");
    var found = in(() -> history.of(List.of(first, second, third)));
    var one = digest("{\"n\":1}");
    assertThat(found)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                first.id(), new Found(one, true),
                second.id(), new Found(one, false),
                third.id(), new Found(digest("{\"n\":2}"), true)));
    assertThat(in(() -> history.latest(node)).map(Inspection::id)).contains(third.id());
    assertThat(in(() -> history.differentBefore(third)).map(Inspection::id)).contains(second.id());
    assertThat(in(() -> history.differentBefore(second))).isEmpty();
  }

  @Test
  void a_document_in_an_object_store_that_is_not_configured_is_a_failure_that_names_it() {
    var run = inspected("1");
    in(
        () ->
            database
                .createNativeMutationQuery(
                    """
                    update document
                    set place = 'documents/n/' || encode(digest, 'hex') || '/1', body = null
                    where node_id = ?1
                    """)
                .setParameter(1, node.id())
                .executeUpdate());

    assertThatThrownBy(() -> inventory(run))
        .hasStackTraceContaining(digest("{\"n\":1}").hex())
        .hasStackTraceContaining("this process has none")
        .hasStackTraceContaining("assay.inventory.s3.endpoint");
  }

  @Test
  void a_trace_comes_back_with_the_times_of_its_run() {
    var first = inspected("1", 412);
    var second = inspected("1", 99);

    assertThat(trace(first)).isEqualTo(trace(412));
    assertThat(trace(second)).isEqualTo(trace(99));
    assertThat(number("select count(*) from inspection where node_id = ?1 and trace is not null"))
        .isZero();
  }

  @Test
  void a_payload_that_is_not_kept_leaves_nothing() {
    var run = failed();
    in(
        () -> {
          payloads.keep(run, SplitPayload.of(BODY.formatted("7").getBytes(UTF_8)), NOW);
          payloads.forget(run);
          return run;
        });

    assertThat(documents()).isZero();
    assertThat(in(() -> payloads.find(run, 1000))).isEmpty();
  }

  private Inspection inspected(String number) {
    return inspected(number, 1);
  }

  private Inspection inspected(String number, int micros) {
    return in(
        () -> {
          var run = run();
          var payload = SplitPayload.of(BODY.formatted(number).getBytes(UTF_8));
          payloads.keep(run, payload, NOW);
          run.finish(trace(micros), NOW);
          var inventory = Document.stored(payload.inventory().digest());
          var pluginData = Document.of("{\"a\":1}".getBytes(UTF_8));
          inventories.keep(
              run, new Inventories.Result(inventory, pluginData), traces.detach(run), NOW);
          return run;
        });
  }

  private Inspection failed() {
    return in(
        () -> {
          var run = run();
          run.fail(StageEvent.ERROR, ErrorCode.HOOK_FAILED, "no rack", Trace.EMPTY, NOW);
          return run;
        });
  }

  private Inspection run() {
    var limit = Duration.ofMinutes(1);
    var run = new Inspection(node, Inspection.Cause.REQUESTED, "agent", null, NOW, limit);
    inspections.begin(run);
    run.await(NOW, limit);
    run.accept(List.of(), NOW, limit);
    return run;
  }

  private static Trace trace(int micros) {
    return new Trace(
        List.of(new HookRun("ports", "process", micros, List.of("a"), List.of(), null)));
  }

  private Trace trace(Inspection run) {
    return in(() -> traces.of(inspections.find(run.uuid()).orElseThrow()));
  }

  private Optional<String> payload(Inspection run, long most) {
    return in(() -> payloads.find(run, most)).orElseThrow().body().map(HistoryDatabaseTest::text);
  }

  private Optional<String> inventory(Inspection run) {
    return in(() -> inventories.find(run, Long.MAX_VALUE))
        .flatMap(it -> it.stored())
        .map(it -> text(it.inventory()));
  }

  private static Digest digest(String json) {
    return Document.of(json.getBytes(UTF_8)).digest();
  }

  private static String text(StoredText stored) {
    return new String(stored.read().json(), UTF_8);
  }

  private long documents() {
    return number("select count(*) from document where node_id = ?1");
  }

  private long number(String sql) {
    return in(
        () ->
            ((Number)
                    database
                        .createNativeQuery(sql, Object.class)
                        .setParameter(1, node.id())
                        .getSingleResult())
                .longValue());
  }

  private static <T> T in(Callable<T> work) {
    return QuarkusTransaction.requiringNew().call(work);
  }
}
