package dev.assay.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Stage;
import dev.assay.inspection.StageEvent;
import dev.assay.inspection.Trace;
import dev.assay.lease.ForgedLease;
import dev.assay.lease.Lease;
import dev.assay.lease.LeaseTable;
import dev.assay.lease.LeasedNode;
import dev.assay.lease.Leases;
import dev.assay.lease.NodeLease;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class NodeDatabaseTest {
  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30.123456Z");

  @Inject Nodes nodes;
  @Inject Inspections inspections;
  @Inject NodeLease nodeLease;
  @Inject Leases leases;
  @Inject DataSource pool;

  @Test
  void a_node_comes_back_as_it_was_stored() {
    var info = StoredJson.object();
    info.put("redfish_address", "https://192.0.2.10").put("odd", "zero\u0000byte");
    info.put("exact", new java.math.BigDecimal("3900.0000"));
    var name = "n-" + UUID.randomUUID();
    var id = NodeId.random();
    QuarkusTransaction.requiringNew()
        .run(
            () ->
                nodes.add(
                    new Node(
                        id, Fixtures.attributes(name, info), ProvisionState.ENROLL, false, NOW)));
    var node = QuarkusTransaction.requiringNew().call(() -> nodes.findByName(name).orElseThrow());
    assertThat(node.uuid()).isEqualTo(id);
    assertThat(node.provisionState()).isEqualTo(ProvisionState.ENROLL);
    assertThat(node.createdAt()).isEqualTo(NOW);
    assertThat(node.reservation()).isNull();
    assertThat(node.attributes().interfaces()).containsEntry("inspect", "agent");
    assertThat(node.attributes().driverInfo().path("odd").textValue()).isEqualTo("zero\uFFFDbyte");
    assertThat(node.attributes().driverInfo().path("exact").toString()).isEqualTo("3900.0000");
  }

  @Test
  void a_page_longer_than_what_is_read_at_once_is_whole_and_in_order() {
    var prefix = UUID.randomUUID().toString();
    var names = IntStream.range(0, 600).mapToObj(i -> prefix + i).toList();
    QuarkusTransaction.requiringNew()
        .run(
            () ->
                names.forEach(
                    name ->
                        nodes.add(
                            new Node(
                                NodeId.random(),
                                Fixtures.attributes(name, StoredJson.object()),
                                ProvisionState.ENROLL,
                                false,
                                NOW))));
    var all =
        new Nodes.Selection(
            List.of("n.attributes.name like :prefix"),
            Map.of("prefix", prefix + "%"),
            "n.id",
            false,
            600,
            null);

    assertThat(QuarkusTransaction.requiringNew().call(() -> streamed(all))).isEqualTo(names);
    assertThat(nodes.list(all)).extracting(node -> node.attributes().name()).isEqualTo(names);
    assertThat(nodes.listBriefly(all)).extracting(NodeBrief::name).isEqualTo(names);
  }

  private List<@Nullable String> streamed(Nodes.Selection selection) {
    try (var rows = nodes.stream(selection)) {
      return rows.map(node -> node.attributes().name()).toList();
    }
  }

  @Test
  void only_the_agent_that_was_seen_is_heard_again() {
    var node = Fixtures.node(ProvisionState.INSPECT_WAIT, NOW);
    node.agentToken("hash");
    node.note(info -> info.put("agent_url", "https://192.0.2.1").put("kept", 1));
    QuarkusTransaction.requiringNew().run(() -> nodes.add(node));
    var news = StoredJson.object().put("agent_version", "2");
    assertThat(nodes.recordHeartbeat(node, news)).isTrue();
    assertThat(internalInfo(node)).contains("\"kept\":1", "\"agent_version\":\"2\"");
    QuarkusTransaction.requiringNew()
        .run(() -> nodes.findForUpdate(node.uuid()).orElseThrow().agentToken("other"));
    news.put("agent_version", "3");
    assertThat(nodes.recordHeartbeat(node, news)).isFalse();
    assertThat(internalInfo(node)).contains("\"agent_version\":\"2\"");
  }

  private String internalInfo(Node node) {
    return QuarkusTransaction.requiringNew()
        .call(() -> nodes.find(node.uuid()).orElseThrow().driverInternalInfo().toString());
  }

  @Test
  void a_leased_node_shows_its_holder_and_is_given_back() {
    var id = store();
    var leased = acquire(id, "c1", Duration.ofSeconds(30)).orElseThrow();
    assertThat(find(id).reservation()).isEqualTo("c1");
    assertThat(leased.takenOver()).isFalse();
    var second = acquire(id, "c2", Duration.ofSeconds(30));
    assertThat(second).isEmpty();
    QuarkusTransaction.requiringNew().run(() -> nodeLease.release(leased));
    assertThat(find(id).reservation()).isNull();
  }

  @Test
  void a_holder_whose_lease_was_taken_over_cannot_enter_any_more() {
    var id = store();
    var first = acquire(id, "c1", Duration.ZERO).orElseThrow();
    var second = acquire(id, "c1", Duration.ofSeconds(30)).orElseThrow();
    assertThat(second.takenOver()).isTrue();
    QuarkusTransaction.requiringNew().run(() -> assertThat(nodeLease.enter(first)).isEmpty());
    QuarkusTransaction.requiringNew().run(() -> assertThat(nodeLease.enter(second)).isPresent());
  }

  @Test
  void a_holder_that_waited_while_its_lease_was_taken_over_cannot_enter() {
    var id = store();
    var first = acquire(id, "c1", Duration.ZERO).orElseThrow();
    var entered =
        afterWaiting(
            () ->
                nodeLease.acquire(nodes.findForUpdate(id).orElseThrow(), "c2", Duration.ofHours(1)),
            () -> nodeLease.enter(first).isPresent());
    assertThat(entered).isFalse();
  }

  @Test
  void who_waited_for_a_node_reads_the_inspection_that_it_has_by_then() {
    var id = store();
    QuarkusTransaction.requiringNew().run(() -> inspections.begin(inspection(id)));
    var active =
        afterWaiting(
            () -> {
              var node = inspections.lockNode(id).orElseThrow();
              inspections.active(node).orElseThrow().await(NOW, Duration.ofMinutes(1));
              return node;
            },
            () -> inspections.lockNode(id).flatMap(inspections::active).map(Inspection::stage));
    assertThat(active).contains(Stage.WAITING);

    var ended =
        afterWaiting(
            () -> {
              var node = inspections.lockNode(id).orElseThrow();
              end(inspections.active(node).orElseThrow());
              assertThat(inspections.active(node)).isEmpty();
              return node;
            },
            () -> inspections.lockNode(id).flatMap(inspections::active));
    assertThat(ended).isEmpty();
  }

  private static void end(Inspection run) {
    run.fail(StageEvent.TIMEOUT, ErrorCode.INSPECTION_TIMEOUT, "why", Trace.EMPTY, NOW);
  }

  /** The result of {@code second}, which waits for a lock of {@code first} until that commits. */
  private <T> T afterWaiting(Callable<?> first, Callable<T> second) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var waiting =
          QuarkusTransaction.requiringNew()
              .call(
                  () -> {
                    first.call();
                    nodes.write();
                    var result =
                        threads.submit(() -> QuarkusTransaction.requiringNew().call(second));
                    await().until(this::somebodyWaits);
                    return result;
                  });
      return waiting.get(10, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  private boolean somebodyWaits() throws SQLException {
    try (var connection = pool.getConnection();
        var query = connection.createStatement();
        var row =
            query.executeQuery(
                "select exists (select 1 from pg_stat_activity"
                    + " where wait_event_type = 'Lock' and datname = current_database())")) {
      return row.next() && row.getBoolean(1);
    }
  }

  @Test
  void only_the_leases_that_are_worked_under_are_renewed() throws Exception {
    var first = acquire(store(), "c1", Duration.ZERO).orElseThrow();
    var second = acquire(store(), "c1", Duration.ZERO).orElseThrow();
    assertThat(renew(first)).containsExactly(first.lease().epoch());
    assertThat(find(first.node()).reservation()).isEqualTo("c1");
    assertThat(find(second.node()).reservation()).isNull();
  }

  @Test
  void a_lease_that_is_written_under_is_not_waited_for_by_the_renewal() throws Exception {
    var busy = acquire(store(), "c1", Duration.ZERO).orElseThrow();
    var idle = acquire(store(), "c1", Duration.ZERO).orElseThrow();

    QuarkusTransaction.requiringNew()
        .call(
            () -> {
              assertThat(nodeLease.enter(busy)).isPresent();
              try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                assertThat(threads.submit(() -> renew(busy, idle)).get(10, TimeUnit.SECONDS))
                    .containsExactly(idle.lease().epoch());
              }
              return busy;
            });

    assertThat(renew(busy)).containsExactly(busy.lease().epoch());
  }

  @Test
  void another_process_with_the_same_name_and_number_neither_renews_nor_writes_nor_releases()
      throws Exception {
    var leased = acquire(store(), "c1", Duration.ofSeconds(30)).orElseThrow();
    var real = leased.lease();
    var forged =
        List.of(
            new Lease(real.name(), real.holder(), UUID.randomUUID(), real.epoch(), false),
            new Lease(real.name(), "c2", real.process(), real.epoch(), false));

    for (var other : forged) {
      try (var connection = pool.getConnection()) {
        assertThat(LeaseTable.renew(connection, List.of(other), Duration.ofHours(1))).isEmpty();
      }
      QuarkusTransaction.requiringNew()
          .run(
              () -> {
                var pretended = ForgedLease.of(leased.node(), other);
                assertThat(leases.isHeld(other)).isFalse();
                assertThat(nodeLease.enter(pretended)).isEmpty();
                assertThat(nodeLease.leave(pretended)).isEmpty();
                assertThat(leases.release(other)).isFalse();
              });
    }
    QuarkusTransaction.requiringNew().run(() -> assertThat(leases.isHeld(real)).isTrue());
  }

  private Set<Long> renew(LeasedNode... leased) throws SQLException {
    try (var connection = pool.getConnection()) {
      return LeaseTable.renew(
          connection,
          Arrays.stream(leased).map(LeasedNode::lease).toList(),
          Duration.ofSeconds(30));
    }
  }

  private Optional<LeasedNode> acquire(NodeId id, String holder, Duration ttl) {
    return QuarkusTransaction.requiringNew()
        .call(() -> nodeLease.acquire(nodes.findForUpdate(id).orElseThrow(), holder, ttl));
  }

  @Test
  void the_database_refuses_a_second_active_inspection_of_a_node() {
    var id = store();
    QuarkusTransaction.requiringNew().run(() -> inspections.begin(inspection(id)));
    assertThatThrownBy(
            () -> QuarkusTransaction.requiringNew().run(() -> inspections.begin(inspection(id))))
        .hasStackTraceContaining("inspection_one_active");
  }

  /** NOW is long ago for the database; deadlines do not depend on it. */
  @Test
  void deadlines_are_by_the_clock_of_the_database() {
    var id = store();
    QuarkusTransaction.requiringNew().run(() -> inspections.begin(inspection(id)));
    QuarkusTransaction.requiringNew()
        .run(() -> nodes.findForUpdate(id).orElseThrow().work().ordered(Duration.ofMinutes(2)));

    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              var node = nodes.findForUpdate(id).orElseThrow();
              var run = inspections.active(node).orElseThrow();
              assertThat(run.timeLeft().orElseThrow())
                  .isBetween(Duration.ofSeconds(30), Duration.ofMinutes(1));
              assertThat(run.stageDeadline()).isAfter(NOW.plus(Duration.ofDays(1)));
              assertThat(node.work().timeLeft().orElseThrow())
                  .isBetween(Duration.ofSeconds(90), Duration.ofMinutes(2));
              run.begin(Duration.ofSeconds(20));
            });

    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              var run = inspections.active(nodes.find(id).orElseThrow()).orElseThrow();
              assertThat(run.begun()).isTrue();
              assertThat(run.timeLeft().orElseThrow())
                  .isBetween(Duration.ZERO, Duration.ofSeconds(20));
            });
  }

  private Inspection inspection(NodeId id) {
    return new Inspection(
        nodes.find(id).orElseThrow(),
        Inspection.Cause.REQUESTED,
        "agent",
        "req-1",
        NOW,
        Duration.ofMinutes(1));
  }

  private NodeId store() {
    var node = Fixtures.node(ProvisionState.MANAGEABLE, NOW);
    QuarkusTransaction.requiringNew().run(() -> nodes.add(node));
    return node.uuid();
  }

  private Node find(NodeId id) {
    return QuarkusTransaction.requiringNew().call(() -> nodes.find(id).orElseThrow());
  }
}
