package dev.assay.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConnectionFactory;
import dev.assay.scenario.Enrolment;
import dev.assay.scenario.SharedStack;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Tests that conductors keep working whatever messages are in their queue, and that operators see
 * and replay what was not carried out.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class UnreadableMessagesIT {
  private static final Stack STACK = SharedStack.emptied();

  private static final int MESSAGES = 100;
  private static final int TEXTS = 5;
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String LETTERS = "/v1/dead_letters";
  private static final String DEAD = "assay.conductor.dead";
  private static final List<String> QUEUES =
      List.of("assay.conductor", "assay.conductor//fake-hardware");

  @BeforeEach
  void forgetLettersOfEarlierClasses() {
    STACK.database().query("delete from dead_letter returning 1");
  }

  @Test
  void a_hundred_become_dead_letters_and_the_next_inspection_is_done() throws Exception {
    try (var connection = broker().newConnection();
        var channel = connection.createChannel()) {
      for (int i = 0; i < MESSAGES; i++) {
        publish(channel, QUEUES.get(i % 2), unreadable(i));
      }
      await().atMost(SOON).untilAsserted(() -> assertThat(timesOf(letters())).isEqualTo(MESSAGES));
      for (var queue : QUEUES) {
        assertThat(channel.messageCount(queue)).isZero();
      }
      assertThat(channel.messageCount(DEAD)).isZero();
    }
    assertThat(letters()).as("one for each text").hasSize(TEXTS);
    for (var letter : letters()) {
      assertThat(letter.path("reason").asText()).startsWith("It cannot be read: ");
      assertThat(letter.path("queue").asText()).isIn(QUEUES);
      STACK.api().post(replay(letter), "").require(400);
    }
    assertThat(letters()).hasSize(TEXTS);

    var address = Enrolment.newAddress();
    var node = Enrolment.waiting(STACK.api(), address);
    STACK.api().callback(Enrolment.minimalBody(address)).require(202);
    STACK.api().awaitState(node, "manageable");
  }

  @Test
  void a_dead_letter_that_can_be_read_is_replayed() throws Exception {
    var node = STACK.api().createNode(Map.of("driver", "fake-hardware"));
    try (var connection = broker().newConnection();
        var channel = connection.createChannel()) {
      publish(channel, DEAD, verify(node)); // as from a conductor of an older version
    }
    await().atMost(SOON).until(() -> !letters().isEmpty());
    var letter = letters().get(0);
    assertThat(letter.path("node_uuid").asText()).isEqualTo(node);
    assertThat(letter.path("command").asText()).isEqualTo("verify-node");
    state(node, "verifying");

    STACK.api().post(replay(letter), "").require(202);

    STACK.api().awaitState(node, "manageable", SOON);
    assertThat(letters()).isEmpty();
  }

  /** The row of its node cannot be read, which is nothing that waiting helps against. */
  @Test
  void a_message_that_fails_again_and_again_becomes_a_dead_letter() throws Exception {
    var node = STACK.api().createNode(Map.of("driver", "fake-hardware"));
    state(node, "nonsense");
    try (var connection = broker().newConnection();
        var channel = connection.createChannel()) {
      publish(channel, QUEUES.getLast(), verify(node));
      await().atMost(LONG).until(() -> !letters().isEmpty());
      assertThat(channel.messageCount(QUEUES.getLast())).isZero();
    } finally {
      state(node, "enroll");
    }
    var letter = letters().get(0);
    assertThat(letter.path("reason").asText()).startsWith("It failed 20 times, ");
    assertThat(letter.path("queue").asText()).isEqualTo(QUEUES.getLast());
    assertThat(letter.path("node_uuid").asText()).isEqualTo(node);

    STACK.api().delete(LETTERS + "/" + letter.path("uuid").asText()).require(204);
    assertThat(letters()).isEmpty();
  }

  private static ConnectionFactory broker() {
    var broker = new ConnectionFactory();
    broker.setHost("127.0.0.1");
    broker.setPort(STACK.broker().port());
    return broker;
  }

  /**
   * Writes the state of a node whose command counts as just sent, so that nobody sends it again.
   */
  private static void state(String node, String state) {
    STACK
        .database()
        .query(
            """
            update node set provision_state = ?,
              target_provision_state = case ? when 'verifying' then 'manageable' end,
              ordered_at = case ? when 'verifying' then now() end
            where uuid = ? returning id
            """,
            state,
            state,
            state,
            UUID.fromString(node));
  }

  private static JsonNode letters() {
    return STACK.api().get(LETTERS).require(200).json().path("dead_letters");
  }

  private static long timesOf(JsonNode letters) {
    return letters.valueStream().mapToLong(letter -> letter.path("times").asLong()).sum();
  }

  private static String replay(JsonNode letter) {
    return LETTERS + "/" + letter.path("uuid").asText() + "/replay";
  }

  private static String verify(String node) {
    return "{\"version\":1,\"command\":{\"command\":\"verify-node\",\"node\":\"%s\"}}"
        .formatted(node);
  }

  private static void publish(Channel channel, String queue, String body) throws IOException {
    var plain = new BasicProperties.Builder().contentType("text/plain").deliveryMode(2).build();
    channel.basicPublish("", queue, plain, body.getBytes(StandardCharsets.UTF_8));
  }

  private static String unreadable(int i) {
    return switch (i % 5) {
      case 0 -> "";
      case 1 -> "not json";
      case 2 -> "{\"version\":999,\"command\":{\"command\":\"verify-node\"}}";
      case 3 -> "{\"version\":1,\"command\":{\"command\":\"dance\"}}";
      default -> "[".repeat(5000);
    };
  }
}
