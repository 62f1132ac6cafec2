package dev.assay.api.body;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.api.testing.InventoryRows;
import dev.assay.api.testing.Machines;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.Site;
import dev.assay.api.testing.SmallLimits;
import dev.assay.memory.PayloadMemory;
import dev.assay.node.ProvisionState;
import dev.assay.testing.CapturedLog;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Bodies that exceed the limits of time, memory or disk space. Source: docs/decisions/0014. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@TestProfile(SmallLimits.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class BodyLimitsTest {
  private static final int LARGE = 200_000;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Inject Machines machines;
  @Inject Site site;
  @Inject PayloadMemory memory;

  @Test
  void who_stops_sending_is_cut_off() throws IOException {
    try (var little = RawPost.ofLength(1000).send("{");
        var much = RawPost.chunked().send("30d40\r\n" + "[".repeat(100_000))) {
      assertThat(little.answer()).contains("HTTP/1.1 503", "Retry-After: 5", "no progress");
      assertThat(much.answer()).contains("HTTP/1.1 503", "Retry-After: 5", "no progress");
    }
  }

  @Test
  void who_does_not_read_a_long_answer_is_cut_off() throws IOException {
    site.open();
    var node = site.node();
    var json = "{\"n\":[" + "\"0123456789\",".repeat(4_000_000) + "0]}";
    InventoryRows.write(site, node, json, "{}");
    try (var log = CapturedLog.ofAll();
        var socket = new Socket(InetAddress.getLoopbackAddress(), RestAssured.port)) {
      socket.setSoTimeout((int) LIMIT.toMillis());
      socket
          .getOutputStream()
          .write(
              "GET /v1/nodes/%s/inventory HTTP/1.1\r\nHost: localhost\r\nX-OpenStack-Ironic-API-Version: 1.115\r\n\r\n"
                  .formatted(node)
                  .getBytes(StandardCharsets.US_ASCII));
      await().atMost(LIMIT).until(() -> memory.answers().free() < memory.answers().size());

      await().atMost(LIMIT).until(() -> memory.answers().free() == memory.answers().size());
      assertThat(socket.getInputStream().readAllBytes().length)
          .as("what was on its way, and the end")
          .isLessThan(json.length());
      assertThat(log.errors()).as("nobody's failure").isEmpty();
    }
  }

  @Test
  void who_trickles_is_cut_off() throws IOException {
    try (var post = RawPost.ofLength(15_000_000)) {
      var begun = System.nanoTime();
      var status = new java.util.concurrent.atomic.AtomicInteger();
      var reader = Thread.ofVirtual().start(() -> status.set(statusOf(post)));
      while (status.get() == 0 && System.nanoTime() - begun < 20_000_000_000L) {
        post.send(" ".repeat(20_000));
        java.util.concurrent.locks.LockSupport.parkNanos(50_000_000);
      }
      reader.interrupt();
      assertThat(status.get()).isEqualTo(503);
    }
  }

  private static int statusOf(RawPost post) {
    try {
      return post.status();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void without_memory_a_large_body_is_asked_to_come_again_and_a_small_one_is_not() {
    var machine = machines.waiting();
    var other = machines.waiting();
    try (var _ = memory.large().await(memory.large().size())) {
      given()
          .contentType("application/json")
          .body(body(machine, LARGE))
          .post("/v1/continue_inspection")
          .then()
          .statusCode(503)
          .header("Retry-After", "5");
      assertThat(machines.state(machine)).isEqualTo(ProvisionState.INSPECT_WAIT);
      post(body(other, 10), 202);
    }
    post(body(machine, LARGE), 202);
    assertThat(machines.payload(machine)).isEqualTo(body(machine, LARGE));
  }

  @Test
  void without_disk_a_large_body_is_refused_and_a_small_one_is_not() throws IOException {
    var machine = machines.waiting();
    var other = machines.waiting();
    Files.delete(SmallLimits.BODIES);
    try {
      post(body(machine, LARGE), 503);
      assertThat(machines.state(machine)).isEqualTo(ProvisionState.INSPECT_WAIT);
      post(body(other, 10), 202);
    } finally {
      Files.createDirectory(
          SmallLimits.BODIES,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    post(body(machine, LARGE), 202);
    assertThat(SmallLimits.BODIES).isEmptyDirectory();
  }

  private static void post(String body, int status) {
    given()
        .contentType("application/json")
        .body(body)
        .post("/v1/continue_inspection")
        .then()
        .statusCode(status);
  }

  private static String body(Machines.Machine machine, int logs) {
    return "{\"inventory\":{\"interfaces\":[{\"mac_address\":\"%s\"}]},\"notes\":\"%s\"}"
        .formatted(machine.mac(), "x".repeat(logs));
  }
}
