package dev.assay.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.id.NodeId;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.EmptyTables;
import dev.assay.testing.Fixtures;
import io.agroal.api.AgroalDataSource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxDatabaseTest {
  @Inject Outbox outbox;
  @Inject Recorder recorder;
  @Inject Nodes nodes;
  @Inject Session database;
  @Inject AgroalDataSource pool;

  /** A transport that records messages, or rejects them. */
  @Singleton
  static class Recorder implements MessageTransport {
    final List<String> taken = new CopyOnWriteArrayList<>();
    final AtomicInteger refused = new AtomicInteger();
    volatile boolean broken;
    volatile boolean slow;
    volatile boolean nobody;
    volatile int roomForStarts = Integer.MAX_VALUE;
    final AtomicInteger returned = new AtomicInteger();
    final List<Outbox.Row> rows = new CopyOnWriteArrayList<>();
    final CompletableFuture<Void> end = new CompletableFuture<>();

    @Override
    public CompletionStage<Void> deliver(Outbox.Row message) {
      if (nobody) {
        returned.incrementAndGet();
        return CompletableFuture.failedFuture(new NobodyTakes("there is no such queue"));
      }
      if (broken) {
        if (refused.incrementAndGet() == 1) {
          throw new IllegalStateException("not even a future");
        }
        return CompletableFuture.failedFuture(new IllegalStateException("no broker"));
      }
      rows.add(message);
      taken.add(message.body());
      return slow ? end : CompletableFuture.completedFuture(null);
    }

    @Override
    public int room(Outbox.Destination destination) {
      return destination == Outbox.Destination.STARTS ? roomForStarts : Integer.MAX_VALUE;
    }
  }

  @BeforeEach
  void empty() {
    recorder.broken = false;
    recorder.slow = false;
    recorder.nobody = false;
    recorder.roomForStarts = Integer.MAX_VALUE;
    recorder.taken.clear();
    recorder.rows.clear();
  }

  @Test
  void due_messages_are_found_by_indexes_whatever_the_statistics_say() throws SQLException {
    assertThat(EmptyTables.wholeScans(pool, Outbox.CLAIM)).isEmpty();
  }

  @Test
  void what_is_committed_is_sent_and_forgotten() {
    var command = new Command.VerifyNode(NodeId.random());
    QuarkusTransaction.requiringNew().run(() -> outbox.send(command));
    await().untilAsserted(() -> assertThat(read()).contains(command));
    await().until(() -> waiting() == 0);
  }

  @Test
  void no_message_carries_a_trace_while_tracing_is_off() {
    var command = new Command.VerifyNode(NodeId.random());
    QuarkusTransaction.requiringNew().run(() -> outbox.send(command));
    await().untilAsserted(() -> assertThat(read()).contains(command));
    assertThat(recorder.taken).isNotEmpty().noneMatch(body -> body.contains("traceparent"));
  }

  @Test
  void what_is_rolled_back_is_never_sent() {
    var lost = new Command.VerifyNode(NodeId.random());
    assertThatThrownBy(
            () ->
                QuarkusTransaction.requiringNew()
                    .run(
                        () -> {
                          outbox.send(lost);
                          throw new IllegalStateException("changed my mind");
                        }))
        .hasMessage("changed my mind");
    var kept = new Command.VerifyNode(NodeId.random());
    QuarkusTransaction.requiringNew().run(() -> outbox.send(kept));
    await().untilAsserted(() -> assertThat(read()).contains(kept));
    assertThat(read()).doesNotContain(lost);
  }

  @Test
  void what_the_broker_refuses_stays() {
    recorder.refused.set(0);
    recorder.broken = true;
    var command = new Command.VerifyNode(NodeId.random());
    QuarkusTransaction.requiringNew().run(() -> outbox.send(command));
    await().until(() -> recorder.refused.get() >= 2);
    assertThat(waiting()).isEqualTo(1);
    assertThat(recorder.taken).isEmpty();
    recorder.broken = false;
    await().untilAsserted(() -> assertThat(read()).contains(command));
    await().until(() -> waiting() == 0);
  }

  @Test
  void what_nobody_holds_is_sent_when_it_is_due() {
    var command = new Command.VerifyNode(NodeId.random());
    QuarkusTransaction.requiringNew().run(() -> outbox.sendLater(command, Duration.ofMillis(1)));
    await().untilAsserted(() -> assertThat(read()).containsExactly(command));
    await().until(() -> waiting() == 0);
  }

  @Test
  void what_only_another_version_can_send_stays_and_holds_nobody_up() {
    QuarkusTransaction.requiringNew()
        .run(
            () ->
                database
                    .createNativeMutationQuery(
                        "insert into outbox (destination, body, due_at)"
                            + " values ('ELSEWHERE', '{}', now() - interval '1 hour')")
                    .executeUpdate());
    var command = new Command.VerifyNode(NodeId.random());
    QuarkusTransaction.requiringNew().run(() -> outbox.sendLater(command, Duration.ofMillis(1)));

    await().untilAsserted(() -> assertThat(read()).containsExactly(command));
    await().until(() -> waiting() == 1);
    QuarkusTransaction.requiringNew().run(() -> forget("ELSEWHERE"));
  }

  private void forget(String destination) {
    database
        .createNativeMutationQuery("delete from outbox where destination = ?1")
        .setParameter(1, destination)
        .executeUpdate();
  }

  @Test
  void what_takes_longer_than_the_hold_is_not_sent_twice() {
    recorder.slow = true;
    var slow = new Command.VerifyNode(NodeId.random());
    QuarkusTransaction.requiringNew().run(() -> outbox.send(slow));
    await().untilAsserted(() -> assertThat(read()).containsExactly(slow));
    // The hold of 300 ms has expired three times when this one becomes due.
    var later = new Command.VerifyNode(NodeId.random());
    QuarkusTransaction.requiringNew().run(() -> outbox.sendLater(later, Duration.ofSeconds(1)));
    await().untilAsserted(() -> assertThat(read()).containsExactly(slow, later));
    recorder.end.complete(null);
    await().until(() -> waiting() == 0);
  }

  @Test
  void a_command_goes_to_those_who_serve_its_node_as_it_is_when_it_is_sent() {
    var node = stored("rack7");
    recorder.nobody = true;
    recorder.returned.set(0);
    QuarkusTransaction.requiringNew().run(() -> outbox.send(new Command.VerifyNode(node)));
    await().until(() -> recorder.returned.get() >= 1);

    QuarkusTransaction.requiringNew()
        .run(
            () ->
                database
                    .createNativeMutationQuery(
                        "update node set conductor_group = 'rack8' where uuid = ?1")
                    .setParameter(1, node.uuid())
                    .executeUpdate());
    var returned = recorder.returned.get();
    await("it is read again").until(() -> recorder.returned.get() > returned);
    recorder.nobody = false;
    await().until(() -> recorder.rows.size() == 1);
    assertThat(recorder.rows.getFirst().route()).isEqualTo(new Route("rack8", "fake-hardware"));
    assertThat(recorder.rows.getFirst().destination()).isEqualTo(Outbox.Destination.CONDUCTORS);

    QuarkusTransaction.requiringNew().run(() -> outbox.send(new Command.VerifyNode(node)));
    await().until(() -> recorder.rows.size() == 2);
    assertThat(recorder.rows.getLast().route()).isEqualTo(new Route("rack8", "fake-hardware"));
  }

  @Test
  void a_command_of_an_older_version_or_for_a_node_that_is_gone_has_no_route() {
    QuarkusTransaction.requiringNew()
        .run(
            () ->
                database
                    .createNativeMutationQuery(
                        "insert into outbox (destination, body) values ('CONDUCTORS', '{}')")
                    .executeUpdate());
    var gone = new Command.VerifyNode(NodeId.random());
    QuarkusTransaction.requiringNew().run(() -> outbox.send(gone));

    await().until(() -> recorder.rows.size() == 2);
    assertThat(recorder.rows).extracting(Outbox.Row::route).containsOnlyNulls();
    await().until(() -> waiting() == 0);
  }

  @Test
  void starts_of_inspections_wait_for_room_and_nothing_waits_behind_them() {
    recorder.roomForStarts = 0;
    var node = stored("");
    var start = new Command.StartInspection(node, UUID.randomUUID());
    var abort = new Command.AbortInspection(node, UUID.randomUUID());
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              for (int i = 0; i < 300; i++) { // more than may be in flight at once
                outbox.send(start);
              }
              outbox.send(abort);
            });
    await().untilAsserted(() -> assertThat(read()).containsExactly(abort));

    recorder.roomForStarts = 7;
    await().until(() -> waiting() == 0);
    assertThat(recorder.rows)
        .filteredOn(row -> row.destination() == Outbox.Destination.STARTS)
        .hasSize(300);
  }

  @Test
  void what_nobody_takes_for_long_is_tried_seldom() {
    recorder.nobody = true;
    recorder.returned.set(0);
    var command = new Command.VerifyNode(stored("never served"));
    QuarkusTransaction.requiringNew().run(() -> outbox.send(command));
    await().until(() -> recorder.returned.get() >= 2); // at once in the beginning

    QuarkusTransaction.requiringNew()
        .run(
            () ->
                database
                    .createNativeMutationQuery(
                        "update outbox set since = since - interval '1 hour', due_at = now()")
                    .executeUpdate());
    await()
        .until(
            () ->
                QuarkusTransaction.requiringNew()
                    .call(
                        () ->
                            database
                                    .createNativeQuery(
                                        """
                                    select 1 from outbox where due_at
                                      between now() + interval '20 s' and now() + interval '30 s'
                                    """,
                                        Object[].class)
                                    .getResultList()
                                    .size()
                                == 1));
    QuarkusTransaction.requiringNew().run(() -> forget("CONDUCTORS"));
  }

  @Test
  void what_nobody_takes_or_is_for_later_is_no_backlog() {
    recorder.nobody = true;
    recorder.returned.set(0);
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              for (int i = 0; i < 3; i++) {
                outbox.send(new Command.VerifyNode(NodeId.random()));
                outbox.sendLater(new Command.VerifyNode(NodeId.random()), Duration.ofMinutes(1));
              }
            });
    await().until(() -> recorder.returned.get() >= 3);
    await().until(() -> !hasBacklog(0));

    recorder.nobody = false;
    recorder.broken = true;
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              outbox.send(new Command.VerifyNode(NodeId.random()));
              outbox.send(new Command.VerifyNode(NodeId.random()));
            });
    assertThat(hasBacklog(1)).isTrue();
    assertThat(hasBacklog(2)).isFalse();
    QuarkusTransaction.requiringNew().run(() -> forget("CONDUCTORS"));
  }

  private boolean hasBacklog(int few) {
    return QuarkusTransaction.requiringNew()
        .call(() -> outbox.hasBacklog(Outbox.Destination.CONDUCTORS, few));
  }

  private NodeId stored(String group) {
    var id = NodeId.random();
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              nodes.add(
                  new Node(
                      id,
                      Fixtures.attributes(null, StoredJson.object()),
                      ProvisionState.ENROLL,
                      false,
                      Instant.now()));
              database
                  .createNativeMutationQuery("update node set conductor_group = ?2 where uuid = ?1")
                  .setParameter(1, id.uuid())
                  .setParameter(2, group)
                  .executeUpdate();
            });
    return id;
  }

  private List<Command> read() {
    return recorder.taken.stream()
        .map(Envelope::read)
        .map(envelope -> envelope.require(Command.class))
        .toList();
  }

  private long waiting() {
    return QuarkusTransaction.requiringNew().call(outbox::waiting);
  }
}
