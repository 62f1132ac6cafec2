package dev.assay.api.inventory;

import static dev.assay.api.testing.Answers.fault;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.api.testing.InventoryRows;
import dev.assay.api.testing.Site;
import dev.assay.memory.PayloadMemory;
import dev.assay.storedjson.CompressedJson;
import dev.assay.testing.CapturedLog;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The inventory of a node, api.md 10.6. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InventoryResourceTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Inject Site site;
  @Inject PayloadMemory memory;
  @Inject Vertx vertx;

  @Test
  void what_was_sent_comes_back_byte_by_byte() {
    site.open();
    var node = site.node();
    var path = "/v1/nodes/" + node + "/inventory";
    assertThat(fault(site.api().get(path), 404)).contains(node);
    InventoryRows.write(site, node, "{\"n\": 1.50,  \"ü\":[]}", "{\"error\":null}");

    var answer = site.api().get(path);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.contentType()).startsWith("application/json");
    assertThat(new String(answer.asByteArray(), UTF_8))
        .isEqualTo("{\"inventory\":{\"n\": 1.50,  \"ü\":[]},\"plugin_data\":{\"error\":null}}");
    assertThat(site.at(80).get(path).statusCode()).isEqualTo(404);
    fault(site.api().get("/v1/nodes/" + UUID.randomUUID() + "/inventory"), 404);
  }

  @Test
  void a_large_one_comes_whole_and_holds_memory_only_while_it_is_sent() {
    site.open();
    var node = site.node();
    var json = "{\"n\":[" + "\"0123456789\",".repeat(300_000) + "0]}";
    store(node, CompressedJson.of(json.getBytes(UTF_8)).bytes());

    var answer = site.api().get("/v1/nodes/" + node + "/inventory");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.contentType()).startsWith("application/json");
    var expected = "{\"inventory\":" + json + ",\"plugin_data\":{}}";
    assertThat(answer.header("Content-Length")).isEqualTo("" + expected.length());
    assertThat(new String(answer.asByteArray(), UTF_8).equals(expected)).isTrue();
    await().atMost(LIMIT).until(() -> memory.answers().free() == memory.answers().size());
  }

  @Test
  void who_asks_for_the_length_of_a_large_one_holds_nothing() {
    site.open();
    var node = site.node();
    var json = "{\"n\":[" + "\"0123456789\",".repeat(300_000) + "0]}";
    store(node, CompressedJson.of(json.getBytes(UTF_8)).bytes());

    var answer = site.api().head("/v1/nodes/" + node + "/inventory");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(Integer.parseInt(answer.header("Content-Length"))).isGreaterThan(json.length());
    await().atMost(LIMIT).until(() -> memory.answers().free() == memory.answers().size());
  }

  @Test
  void a_client_that_does_not_read_gives_the_memory_back_when_it_leaves() throws Exception {
    site.open();
    var node = site.node();
    var json = "{\"n\":[" + "\"0123456789\",".repeat(4_000_000) + "0]}";
    store(node, CompressedJson.of(json.getBytes(UTF_8)).bytes());
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), RestAssured.port)) {
      request(socket, node);
      socket.setSoTimeout((int) LIMIT.toMillis());
      assertThat(new String(socket.getInputStream().readNBytes(15), UTF_8))
          .isEqualTo("HTTP/1.1 200 OK");
      assertThat(memory.answers().free()).isLessThan(memory.answers().size());
      assertThat(site.api().get("/v1/nodes/" + node).statusCode()).isEqualTo(200);
    }
    await().atMost(LIMIT).until(() -> memory.answers().free() == memory.answers().size());
  }

  @Test
  void memory_stays_reserved_while_the_event_loops_send_nothing() throws Exception {
    site.open();
    var node = site.node();
    var json = "{\"n\":[" + "\"0123456789\",".repeat(4_000_000) + "0]}";
    store(node, CompressedJson.of(json.getBytes(UTF_8)).bytes());
    var blocked = new CountDownLatch(1);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), RestAssured.port)) {
      try (var _ = memory.answers().await(memory.answers().size())) {
        request(socket, node);
        await().atMost(LIMIT).until(() -> memory.answers().waiting() > 0);
        for (var loop : ((VertxInternal) vertx).getEventLoopGroup()) {
          loop.execute(() -> waitFor(blocked));
        }
      }
      await()
          .atMost(LIMIT)
          .during(Duration.ofMillis(500))
          .until(() -> memory.answers().free() < memory.answers().size());
    } finally {
      blocked.countDown();
    }
    await().atMost(LIMIT).until(() -> memory.answers().free() == memory.answers().size());
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void request(Socket socket, String node) throws IOException {
    socket
        .getOutputStream()
        .write(
            "GET /v1/nodes/%s/inventory HTTP/1.1\r\nHost: localhost\r\nX-OpenStack-Ironic-API-Version: 1.115\r\n\r\n"
                .formatted(node)
                .getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 500_000})
  void a_damaged_one_is_a_failure_of_the_service_whose_log_names_the_row(int length) {
    site.open();
    var node = site.node();
    var bytes =
        CompressedJson.of(("{\"n\":\"" + "x".repeat(length) + "\"}").getBytes(UTF_8)).bytes();
    bytes[bytes.length - 6] ^= 1;
    store(node, bytes);
    try (var log = CapturedLog.ofAll()) {
      var answer = site.api().get("/v1/nodes/" + node + "/inventory");

      fault(answer, 500);
      assertThat(answer.header("openstack-request-id")).startsWith("req-");
      assertThat(log.lines())
          .anySatisfy(line -> assertThat(line).contains(node, "in table document", "damaged"));
    }
  }

  private void store(String node, byte[] inventory) {
    InventoryRows.write(site, node, inventory, CompressedJson.of("{}".getBytes(UTF_8)).bytes());
  }
}
