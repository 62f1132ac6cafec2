package dev.assay.conductor.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.periodic.SingletonTasks;
import dev.assay.connection.DatabaseOutage;
import dev.assay.document.Digest;
import dev.assay.document.Document;
import dev.assay.document.DocumentMove;
import dev.assay.document.DocumentObjects;
import dev.assay.document.DocumentTransfers;
import dev.assay.document.DocumentTransfers.Place;
import dev.assay.document.OrphanConfig;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Inventories;
import dev.assay.inspection.Payloads;
import dev.assay.inspection.SplitPayload;
import dev.assay.inspection.Trace;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.agroal.api.AgroalDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * What is moved between database and object store, and what is not lost when something comes in
 * between; with a real store see StoredInventoriesIT.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class MovedDocumentsTest {
  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30Z");
  private static final String BODY = "{\"a\":1,\"inventory\":{\"n\":1}}";

  @Inject Session database;
  @Inject AgroalDataSource source;
  @Inject Nodes nodes;
  @Inject Inspections inspections;
  @Inject Payloads payloads;
  @Inject Inventories inventories;
  @Inject DocumentTransfers transfers;
  @Inject DatabaseOutage outage;
  @Inject MeterRegistry metrics;
  @Inject SingletonTasks tasks;
  @Inject OrphanConfig config;

  private final MemoryStore store = new MemoryStore(NOW);
  private final DocumentObjects objects = new DocumentObjects(store, Duration.ofSeconds(30));
  private Node node = Fixtures.node(ProvisionState.MANAGEABLE, NOW);

  @BeforeEach
  void enrol() {
    change("delete from document_transfer");
    change("delete from lease where name like 'periodic/%'");
    node =
        in(
            () -> {
              var row = Fixtures.node(ProvisionState.MANAGEABLE, NOW);
              nodes.add(row);
              return row;
            });
  }

  @Test
  void the_documents_of_a_result_are_moved_and_no_others() {
    finished(received());
    order(Place.S3);

    mover().look();

    assertThat(keys()).hasSize(2).allMatch(key -> key.contains(node.uuid().toString()));
    assertThat(places("body is null")).containsExactlyInAnyOrderElementsOf(keys());
    assertThat(places("body is not null")).containsOnly("database"); // the rest, and the trace
    assertThat(waiting()).isZero();
  }

  @Test
  void and_come_back_as_they_were() {
    var run = received();
    finished(run);
    var before = bodies();
    order(Place.S3);
    mover().look();

    order(Place.DATABASE);
    mover().look();

    assertThat(bodies()).isEqualTo(before);
    assertThat(places("true")).containsOnly("database");
    assertThat(waiting()).isZero();
  }

  @Test
  void data_that_are_not_processed_yet_stay_in_the_database() {
    finished(received());
    var waits = received(); // the same inventory again
    order(Place.S3);

    mover().look();

    assertThat(payload(waits)).isEqualTo(BODY);
    assertThat(places("body is not null and place <> 'database'")).hasSize(1);
    assertThat(waiting()).isOne();

    finished(waits);
    change("update document_transfer set due_at = now()");
    mover().look();

    assertThat(waiting()).isZero();
    assertThat(places("body is null")).containsExactlyInAnyOrderElementsOf(keys());
    assertThat(keys()).as("no second object for the same text").hasSize(2);
  }

  @Test
  void nothing_changes_when_the_claim_has_expired_before_the_object_was_written() {
    finished(received());
    order(Place.S3);
    store.afterPut =
        () -> change("update document_transfer set due_at = now() - interval '1 second'");

    mover().moveNext();

    assertThat(places("true")).containsOnly("database");
    assertThat(waiting()).isEqualTo(2);
    store.afterPut = () -> {};
    mover().look();
    assertThat(waiting()).isZero();
  }

  @Test
  void whoever_is_late_changes_nothing_when_the_document_was_ordered_anew() {
    finished(received());
    order(Place.S3);
    store.afterPut =
        () -> {
          change("delete from document_transfer");
          order(Place.S3);
          in(() -> transfers.claim(2, Duration.ofMinutes(1)));
        };

    mover().moveNext();

    assertThat(places("true")).containsOnly("database");
    assertThat(waiting()).isEqualTo(2);
  }

  @Test
  void a_document_that_is_ordered_back_meanwhile_stays() {
    finished(received());
    order(Place.S3);
    var once = new AtomicBoolean(true);
    store.afterPut =
        () -> {
          if (once.getAndSet(false)) {
            order(Place.DATABASE);
          }
        };

    mover().look();
    mover().look();

    assertThat(places("true")).containsOnly("database");
    assertThat(waiting()).isZero();
  }

  @Test
  void a_document_that_is_deleted_meanwhile_leaves_an_object_that_is_swept_when_it_is_old() {
    finished(received());
    order(Place.S3);
    store.afterPut = () -> change("delete from node where id = " + node.id());

    mover().look();
    assertThat(waiting()).isZero();
    assertThat(keys()).isNotEmpty();

    sweep(NOW.plus(config.orphanAge()).minusSeconds(1));
    assertThat(keys()).isNotEmpty();
    sweep(NOW.plus(config.orphanAge()).plusSeconds(1));
    assertThat(keys()).isEmpty();
  }

  @Test
  void objects_that_a_document_names_are_never_swept() {
    finished(received());
    order(Place.S3);
    mover().look();
    var named = keys();
    store.put("documents/of/a/crash", new byte[] {1});

    sweep(NOW.plus(Duration.ofDays(3000)));

    assertThat(keys()).isEqualTo(named);
    assertThat(store.objects).containsKey("owner");
  }

  @Test
  void the_objects_of_another_installation_are_left_alone() {
    store.put("owner", "somebody else".getBytes(UTF_8));
    store.put("documents/of/somebody/else", new byte[] {1});
    finished(received());
    order(Place.S3);

    mover().look();
    sweep(NOW.plus(Duration.ofDays(3000)));

    assertThat(keys()).containsExactly("documents/of/somebody/else");
    assertThat(places("true")).containsOnly("database");
    assertThat(errors()).isNotEmpty().allMatch(why -> why.contains("assay.inventory.s3.prefix"));
  }

  @Test
  void ordering_twice_changes_nothing_and_ordering_back_wins() {
    finished(received());
    order(Place.S3);
    order(Place.S3);
    assertThat(waiting()).isEqualTo(2);
    assertThat(waiting(Place.S3)).isEqualTo(2);

    order(Place.DATABASE);
    assertThat(waiting(Place.S3)).isZero();
    assertThat(waiting(Place.DATABASE)).isEqualTo(2);
    mover().look();

    assertThat(waiting()).isZero();
    assertThat(places("true")).containsOnly("database");
  }

  private MoveDocuments mover() {
    return new MoveDocuments(
        objects, transfers, new StoreOwner(objects, transfers), outage, metrics);
  }

  private void sweep(Instant when) {
    new SweepOrphans(
            objects,
            transfers,
            new StoreOwner(objects, transfers),
            config,
            tasks,
            outage,
            metrics,
            Clock.fixed(when, ZoneOffset.UTC))
        .look();
  }

  private void order(Place target) {
    try (var connection = source.getConnection()) {
      new DocumentMove(connection, target).order();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    change("delete from document_transfer where node_id <> " + node.id());
  }

  /** An inspection whose data were received and wait to be processed. */
  private Inspection received() {
    return in(
        () -> {
          var limit = Duration.ofMinutes(1);
          var run = new Inspection(node, Inspection.Cause.REQUESTED, "agent", null, NOW, limit);
          inspections.begin(run);
          run.await(NOW, limit);
          run.accept(List.of(), NOW, limit);
          payloads.keep(run, SplitPayload.of(BODY.getBytes(UTF_8)), NOW);
          return run;
        });
  }

  private void finished(Inspection run) {
    in(
        () -> {
          inspections.find(run.uuid()).orElseThrow().finish(Trace.EMPTY, NOW);
          var result =
              new Inventories.Result(
                  Document.stored(digest("{\"n\":1}")), Document.of("{\"a\":1}".getBytes(UTF_8)));
          inventories.keep(run, result, Optional.empty(), NOW);
          return run;
        });
  }

  private static Digest digest(String json) {
    return Document.of(json.getBytes(UTF_8)).digest();
  }

  private String payload(Inspection run) {
    var stored = in(() -> payloads.find(run, 1000)).orElseThrow();
    return new String(stored.body().orElseThrow().read().json(), UTF_8);
  }

  private List<String> keys() {
    return store.objects.keySet().stream().filter(key -> key.startsWith("documents/")).toList();
  }

  private List<String> places(String condition) {
    return texts("select place from document where node_id = ?1 and " + condition);
  }

  private List<String> bodies() {
    return texts(
        "select encode(digest || body, 'hex') from document where node_id = ?1 order by digest");
  }

  private List<String> errors() {
    return texts("select error from document_transfer where node_id = ?1");
  }

  private long waiting(Place target) {
    try (var connection = source.getConnection()) {
      return new DocumentMove(connection, target).progress().waiting();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private int waiting() {
    return texts("select target from document_transfer where node_id = ?1").size();
  }

  private List<String> texts(String sql) {
    return in(
        () ->
            database
                .createNativeQuery(sql, String.class)
                .setParameter(1, node.id())
                .getResultList());
  }

  private void change(String sql) {
    in(() -> database.createNativeMutationQuery(sql).executeUpdate());
  }

  private static <T> T in(Callable<T> work) {
    return Objects.requireNonNull(QuarkusTransaction.requiringNew().call(work));
  }
}
