package dev.assay.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.id.NodeId;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.retention.ExpiredRows;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DeadLettersDatabaseTest {
  private static final String QUEUE = "assay.conductor//redfish";

  @Inject DeadLetters letters;
  @Inject FailedCommands failed;
  @Inject ExpiredRows expired;
  @Inject Session database;

  @BeforeEach
  void clear() {
    change("delete from dead_letter");
    change("delete from failed_command");
  }

  @Test
  void a_letter_tells_what_its_message_tells() {
    var node = NodeId.random();
    var text = new Envelope(new Command.VerifyNode(node), "req-7").write();

    var stored = store(text, QUEUE);

    var letter = within(() -> letters.find(stored.uuid()).orElseThrow());
    assertThat(letter.queue()).isEqualTo(QUEUE);
    assertThat(letter.reason()).isEqualTo("It failed.");
    assertThat(letter.requestId()).isEqualTo("req-7");
    assertThat(letter.command()).isEqualTo("verify-node");
    assertThat(letter.node()).isEqualTo(node.uuid());
    assertThat(letter.times()).isOne();
    assertThat(letter.lastSeenAt()).isEqualTo(letter.firstSeenAt());
    assertThat(within(() -> letters.body(stored.uuid()))).contains(text);
  }

  @Test
  void so_does_a_message_of_a_newer_version() {
    var stored =
        store("{\"version\":2,\"requestId\":\"req-8\",\"command\":{\"command\":\"dance\"}}", null);

    var letter = within(() -> letters.find(stored.uuid()).orElseThrow());
    assertThat(letter.requestId()).isEqualTo("req-8");
    assertThat(letter.command()).isEqualTo("dance");
    assertThat(letter.node()).isNull();
  }

  @Test
  void the_same_text_is_the_same_letter() {
    var first = store("not json", null);
    var second = store("not json", QUEUE);

    assertThat(second.uuid()).isEqualTo(first.uuid());
    assertThat(second.times()).isEqualTo(2);
    assertThat(within(letters::count)).isOne();
    var letter = within(() -> letters.find(first.uuid()).orElseThrow());
    assertThat(letter.queue()).isEqualTo(QUEUE);
    assertThat(letter.lastSeenAt()).isAfter(letter.firstSeenAt());
  }

  @Test
  void whatever_a_text_contains_is_stored() {
    var texts =
        new String[] {
          "",
          "null",
          "a\u0000b",
          "\ud800",
          "{\"requestId\":\"\\u0000\\ud800\",\"command\":{\"command\":7,\"node\":\"x\"}}",
          "[".repeat(5000),
          "\"" + "\ud83d\ude00".repeat(100_000),
        };
    for (var text : texts) {
      assertThat(store(text, text).times()).isOne();
    }
    assertThat(within(letters::count)).isEqualTo(texts.length);
  }

  @Test
  void only_the_latest_are_kept() {
    change(
        """
        insert into dead_letter (uuid, digest, body, reason, times, first_seen_at, last_seen_at)
        select gen_random_uuid(), sha256(convert_to('' || i, 'UTF8')), 'old ' || i, '', 1, now(),
          now()
        from generate_series(1, %d) i
        """
            .formatted(DeadLetters.MAX_LETTERS));

    var stored = store("new", null);

    assertThat(within(letters::count)).isEqualTo(DeadLetters.MAX_LETTERS);
    var latest = within(() -> letters.list(Long.MAX_VALUE, 2));
    assertThat(latest.getFirst().uuid()).isEqualTo(stored.uuid());
    assertThat(within(() -> letters.body(latest.getLast().uuid())))
        .contains("old " + DeadLetters.MAX_LETTERS);
    assertThat(count("dead_letter where body = 'old 1'")).isZero();
  }

  @Test
  void old_ones_are_deleted_unless_they_came_again() {
    store("old", null);
    change(
        "update dead_letter set first_seen_at = now() - interval '31 days', last_seen_at = now()"
            + " - interval '31 days'");
    store("young", null);

    assertThat(within(() -> expired.deleteDeadLetters(Duration.ofDays(30)))).isOne();

    assertThat(count("dead_letter where body = 'young'")).isOne();
    assertThat(within(letters::count)).isOne();
  }

  @Test
  void a_letter_that_cannot_be_read_is_not_replayed() {
    var stored = store("not json", null);

    assertThatThrownBy(() -> within(() -> letters.replay(stored.uuid())))
        .isInstanceOf(Envelope.Unreadable.class);

    assertThat(within(letters::count)).isOne();
    assertThat(within(() -> letters.replay(UUID.randomUUID()))).isFalse();
  }

  @Test
  void failures_are_counted_until_an_hour_passes_without_one() {
    assertThat(within(() -> failed.add("a"))).isEqualTo(1);
    assertThat(within(() -> failed.add("a"))).isEqualTo(2);
    assertThat(within(() -> failed.add("b"))).isEqualTo(1);

    change("update failed_command set failed_at = now() - interval '61 minutes'");

    assertThat(within(() -> failed.add("a"))).isEqualTo(1);
    assertThat(count("failed_command")).isOne();
    QuarkusTransaction.requiringNew().run(() -> failed.forget("a"));
    assertThat(count("failed_command")).isZero();
  }

  private DeadLetters.Stored store(String text, @Nullable String queue) {
    return within(() -> letters.store(text, queue, "It failed."));
  }

  private long count(String from) {
    return within(
        () ->
            database
                .createNativeQuery("select count(*) from " + from, Long.class)
                .getSingleResult());
  }

  private static <T> T within(Supplier<T> work) {
    return QuarkusTransaction.requiringNew().call(work::get);
  }

  private void change(String sql) {
    QuarkusTransaction.requiringNew()
        .run(() -> database.createNativeMutationQuery(sql).executeUpdate());
  }
}
