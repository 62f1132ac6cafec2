package dev.assay.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.node.NodeId;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
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
  @Inject Session database;

  /** A transport that keeps what it gets, or refuses it. */
  @Singleton
  static class Recorder implements Courier {
    final List<String> taken = new CopyOnWriteArrayList<>();
    final AtomicInteger refused = new AtomicInteger();
    volatile boolean broken;
    volatile boolean slow;
    final CompletableFuture<Void> end = new CompletableFuture<>();

    @Override
    public CompletionStage<Void> deliver(Outbox.Destination destination, String body) {
      if (broken) {
        if (refused.incrementAndGet() == 1) {
          throw new IllegalStateException("not even a future");
        }
        return CompletableFuture.failedFuture(new IllegalStateException("no broker"));
      }
      taken.add(body);
      return slow ? end : CompletableFuture.completedFuture(null);
    }
  }

  @BeforeEach
  void empty() {
    recorder.broken = false;
    recorder.slow = false;
    recorder.taken.clear();
  }

  @Test
  void what_is_committed_is_sent_and_forgotten() {
    var command = new Command.VerifyNode(NodeId.random());
    QuarkusTransaction.requiringNew().run(() -> outbox.send(command));
    await().untilAsserted(() -> assertThat(read()).contains(command));
    await().until(() -> waiting() == 0);
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
    // The hold, 300 ms, is over three times when this one becomes due.
    var later = new Command.VerifyNode(NodeId.random());
    QuarkusTransaction.requiringNew().run(() -> outbox.sendLater(later, Duration.ofSeconds(1)));
    await().untilAsserted(() -> assertThat(read()).containsExactly(slow, later));
    recorder.end.complete(null);
    await().until(() -> waiting() == 0);
  }

  private List<Command> read() {
    return recorder.taken.stream().map(Envelope::read).map(Envelope::requireCommand).toList();
  }

  private long waiting() {
    return QuarkusTransaction.requiringNew().call(outbox::waiting);
  }
}
