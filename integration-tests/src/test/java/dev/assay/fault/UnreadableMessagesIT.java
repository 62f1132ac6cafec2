package dev.assay.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests that conductors keep working whatever messages are in their queue. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class UnreadableMessagesIT {
  private static final Stack STACK = SharedStack.emptied();

  private static final int MESSAGES = 100;
  private static final String DEAD = "assay.conductor.dead";
  private static final List<String> QUEUES =
      List.of("assay.conductor", "assay.conductor//fake-hardware");

  @Test
  void a_hundred_go_to_the_dead_letter_queue_and_the_next_inspection_is_done() throws Exception {
    var broker = new ConnectionFactory();
    broker.setHost("127.0.0.1");
    broker.setPort(STACK.broker().port());
    try (var connection = broker.newConnection();
        var channel = connection.createChannel()) {
      channel.queuePurge(DEAD); // of classes that used the stack before
      for (int i = 0; i < MESSAGES; i++) {
        publish(channel, QUEUES.get(i % 2), unreadable(i));
      }
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(channel.messageCount(DEAD)).isEqualTo(MESSAGES));
      for (var queue : QUEUES) {
        assertThat(channel.messageCount(queue)).isZero();
      }
    }

    var address = Enrolment.newAddress();
    var node = Enrolment.waiting(STACK.api(), address);
    STACK.api().callback(Enrolment.minimalBody(address)).require(202);
    STACK.api().awaitState(node, "manageable");
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
