package dev.assay.conductor.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.broker.HandlingResult;
import dev.assay.conductor.deadletter.Undeliverable;
import dev.assay.deadletter.DeadLetter;
import dev.assay.deadletter.DeadLetters;
import dev.assay.id.NodeId;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.registration.ConductorConfig;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.CapturedLog;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Commands that fail for reasons of their own: the row of their node cannot be read. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PoisonTest {
  private static final String QUEUE = "assay.conductor//fake-hardware";

  @Inject CommandChannel channel;
  @Inject Undeliverable undeliverable;
  @Inject DeadLetters letters;
  @Inject ConductorConfig config;
  @Inject Nodes nodes;
  @Inject Session database;
  @Inject Clock clock;

  private final NodeId node = NodeId.random();
  private final String poison = new Envelope(new Command.VerifyNode(node), "req-poison").write();

  @BeforeEach
  void breakNode() {
    change("delete from dead_letter");
    change("delete from failed_command");
    QuarkusTransaction.requiringNew()
        .run(
            () ->
                nodes.add(
                    new Node(
                        node,
                        Fixtures.attributes(null, StoredJson.object()),
                        ProvisionState.VERIFYING,
                        false,
                        clock.instant())));
    change("update node set provision_state = 'nonsense' where uuid = '%s'".formatted(node));
  }

  @AfterEach
  void forget() {
    change("delete from node where uuid = '%s'".formatted(node));
    change("delete from dead_letter");
  }

  @Test
  void a_command_that_fails_again_and_again_becomes_a_dead_letter() {
    try (var log = CapturedLog.of(Undeliverable.class)) {
      for (int delivery = 1; delivery < 20; delivery++) {
        assertThat(deliver(delivery)).isEqualTo(HandlingResult.AGAIN);
      }
      assertThat(all()).isEmpty();

      assertThat(deliver(20)).isEqualTo(HandlingResult.DONE);

      var letter = all().getFirst();
      assertThat(letter.queue()).isEqualTo(QUEUE);
      assertThat(letter.node()).isEqualTo(node.uuid());
      assertThat(letter.requestId()).isEqualTo("req-poison");
      assertThat(letter.reason()).startsWith("It failed 20 times, the last time on conductor c1");
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains(QUEUE, "/v1/dead_letters/" + letter.uuid(), letter.reason());
    }
  }

  @Test
  void one_that_becomes_a_dead_letter_once_more_is_counted_there() {
    for (int copy = 1; copy <= 2; copy++) {
      for (int delivery = 1; delivery <= 20; delivery++) {
        deliver(delivery);
      }
    }

    assertThat(all()).singleElement().extracting(DeadLetter::times).isEqualTo(2L);
  }

  @Test
  void failures_without_a_database_do_not_count_however_many_they_are() {
    change("alter table failed_command rename to away");
    try {
      for (int delivery = 1; delivery <= 30; delivery++) {
        assertThat(deliver(delivery)).isEqualTo(HandlingResult.AGAIN);
      }
    } finally {
      change("alter table away rename to failed_command");
    }

    assertThat(deliver(31)).as("the first one that counts").isEqualTo(HandlingResult.AGAIN);
    assertThat(all()).isEmpty();
  }

  @Test
  void a_dead_letter_that_cannot_be_stored_is_delivered_again() {
    change("alter table dead_letter rename to away");
    try {
      for (int delivery = 1; delivery <= 25; delivery++) {
        assertThat(deliver(delivery)).isEqualTo(HandlingResult.AGAIN);
      }
    } finally {
      change("alter table away rename to dead_letter");
    }

    assertThat(deliver(26)).isEqualTo(HandlingResult.DONE);
    assertThat(all()).hasSize(1);
  }

  @Test
  void failures_of_earlier_messages_with_the_same_text_do_not_condemn_a_new_one() {
    for (int delivery = 1; delivery < 20; delivery++) {
      deliver(delivery);
    }

    assertThat(deliver(1)).isEqualTo(HandlingResult.AGAIN);
    assertThat(all()).isEmpty();
  }

  @Test
  void without_a_broker_the_counted_failures_decide() {
    for (int attempt = 1; attempt < 20; attempt++) {
      assertThat(channel.take(poison)).isEqualTo(HandlingResult.AGAIN);
    }

    assertThat(channel.take(poison)).isEqualTo(HandlingResult.DONE);
    assertThat(all()).singleElement().extracting(DeadLetter::queue).isNull();
  }

  @Test
  void what_cannot_be_read_is_stored_at_once_with_the_reason() {
    assertThat(channel.take("not json", QUEUE, 1)).isEqualTo(HandlingResult.DONE);
    undeliverable.store(poison, QUEUE, "It was rejected.");

    assertThat(all())
        .extracting(DeadLetter::reason)
        .satisfiesExactly(
            readable -> assertThat(readable).isEqualTo("It was rejected."),
            garbage -> assertThat(garbage).startsWith("It cannot be read: not a Json: "));
  }

  @Test
  void gives_up_after_twenty_failures_unless_told_otherwise() {
    assertThat(config.deliveryLimit()).isEqualTo(20);
  }

  private HandlingResult deliver(int delivery) {
    return channel.take(poison, QUEUE, delivery);
  }

  private List<DeadLetter> all() {
    return QuarkusTransaction.requiringNew().call(() -> letters.list(Long.MAX_VALUE, 100));
  }

  private void change(String sql) {
    QuarkusTransaction.requiringNew()
        .run(() -> database.createNativeMutationQuery(sql).executeUpdate());
  }
}
