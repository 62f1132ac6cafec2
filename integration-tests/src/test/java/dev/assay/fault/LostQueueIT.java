package dev.assay.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.ConnectionFactory;
import dev.assay.scenario.Enrolment;
import dev.assay.scenario.SharedStack;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Stack;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Tests that queues of conductors which are deleted while ramdisks post are created again and that
 * all inspections end.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LostQueueIT {
  private static final Stack STACK = SharedStack.emptied();

  private static final String QUEUE = "assay.conductor//fake-hardware";
  private static final int NODES = 60;
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private final ApiClient api = STACK.api();
  private final Map<String, String> waiting = new LinkedHashMap<>();

  @BeforeEach
  void sixty_nodes_wait_for_their_ramdisks() {
    for (int i = 0; i < NODES; i++) {
      var address = Enrolment.newAddress();
      waiting.put(address, Enrolment.waiting(api, address));
    }
  }

  @Test
  void a_queue_deleted_amid_load_is_made_again_and_all_inspections_end() throws Exception {
    post(0, NODES / 2);
    delete(QUEUE);
    delete(QUEUE + "/start");
    post(NODES / 2, NODES);

    assertAllFinished();
    assertThat(consumersOf(QUEUE)).isEqualTo(1);
    assertThat(consumersOf(QUEUE + "/start")).isEqualTo(1);
  }

  @Test
  void a_virtual_host_that_is_deleted_and_made_again_is_set_up_again() throws Exception {
    post(0, NODES / 2);
    STACK.broker().control("delete_vhost", "/");
    post(NODES / 2, NODES);
    STACK.broker().control("add_vhost", "/");
    STACK.broker().control("set_permissions", "-p", "/", "guest", ".*", ".*", ".*");

    assertAllFinished();
    assertThat(consumersOf(QUEUE)).isEqualTo(1);
  }

  private void post(int from, int to) {
    waiting.keySet().stream()
        .skip(from)
        .limit(to - from)
        .forEach(address -> api.callback(Enrolment.minimalBody(address)).require(202));
  }

  private void assertAllFinished() {
    waiting.values().forEach(node -> api.awaitState(node, "manageable", LIMIT));
    await("no message is left")
        .atMost(LIMIT)
        .until(() -> STACK.database().count("select count(*) from outbox") == 0);
  }

  private static void delete(String queue) throws Exception {
    try (var connection = broker().newConnection();
        var channel = connection.createChannel()) {
      channel.queueDelete(queue);
    }
  }

  private static long consumersOf(String queue) throws Exception {
    try (var connection = broker().newConnection();
        var channel = connection.createChannel()) {
      return channel.consumerCount(queue);
    }
  }

  private static ConnectionFactory broker() {
    var broker = new ConnectionFactory();
    broker.setHost("127.0.0.1");
    broker.setPort(STACK.broker().port());
    return broker;
  }
}
