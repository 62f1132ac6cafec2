package dev.assay.api.body;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.api.testing.Machines;
import dev.assay.api.testing.Machines.Machine;
import dev.assay.api.testing.NoBroker;
import dev.assay.memory.PayloadMemory;
import dev.assay.node.ProvisionState;
import dev.assay.testing.CapturedLog;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of megabytes: complete, truncated and stalling. Source: docs/decisions/0014. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@TestProfile(LargeBodiesTest.LittleRoom.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LargeBodiesTest {
  private static final int MIB = 1 << 20;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Inject Machines machines;
  @Inject BodiesBeingReceived bodies;
  @Inject PayloadMemory memory;

  /**
   * Memory for two callbacks of 3 MiB or one of 14, and disk space for forty of 3 or eleven of 14.
   */
  public static class LittleRoom implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "assay.memory.payloads", "75M",
          "assay.api.body-disk-size", "160M",
          "assay.api.body-memory-timeout", "3m",
          "assay.api.body-stall-timeout", "3m");
    }
  }

  @AfterEach
  void nothing_is_held_any_more() {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              assertThat(bodies.onDisk()).isZero();
              assertThat(bodies.inMemory()).isZero();
              assertThat(memory.large().free()).isEqualTo(memory.large().size());
              assertThat(memory.small().free()).isEqualTo(memory.small().size());
            });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void forty_at_once_are_stored_byte_for_byte(boolean lengthKnown) throws Exception {
    var waiting = new ArrayList<Machine>();
    var posts = new ArrayList<Callable<Integer>>();
    try (var http = HttpClient.newHttpClient()) {
      for (int i = 0; i < 40; i++) {
        var machine = machines.waiting();
        waiting.add(machine);
        posts.add(() -> post(http, body(machine, 3 * MIB), lengthKnown));
      }
      assertThat(together(posts)).containsOnly(202);
    }
    for (var machine : waiting) {
      assertThat(machines.payload(machine).equals(body(machine, 3 * MIB))).isTrue();
    }
  }

  @Test
  void one_of_14_MB_is_valid_and_accepted() throws Exception {
    var machine = machines.waiting();
    try (var http = HttpClient.newHttpClient()) {
      assertThat(post(http, body(machine, 14 * MIB), true)).isEqualTo(202);
    }
    assertThat(machines.payload(machine).equals(body(machine, 14 * MIB))).isTrue();
  }

  @Test
  void those_that_stall_do_not_refuse_the_others() throws Exception {
    var stalling = new ArrayList<RawPost>();
    try (var http = HttpClient.newHttpClient()) {
      for (int i = 0; i < 16; i++) {
        stalling.add(RawPost.ofLength(15 * MIB).send(new byte[14 * MIB]));
      }
      var first = machines.waiting();
      var second = machines.waiting();

      assertThat(post(http, body(first, 14 * MIB), true)).isEqualTo(202);
      assertThat(post(http, body(second, 1000), true)).isEqualTo(202);
      given().get("/v1/drivers").then().statusCode(200);

      assertThat(stalling.getFirst().status()).isEqualTo(503);
      assertThat(bodies.onDisk()).isLessThanOrEqualTo(160L * MIB);
    } finally {
      for (var post : stalling) {
        post.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 50_000, 3 * MIB})
  void what_breaks_off_is_not_accepted(int length) throws IOException {
    var machine = machines.waiting();
    var whole = body(machine, length);
    try (var announced = RawPost.ofLength(whole.length() + 10);
        var chunked = RawPost.chunked()) {
      announced.send(whole).end();
      chunked.send(Integer.toHexString(whole.length()) + "\r\n").send(whole).send("\r\n").end();

      assertThat(announced.answer()).doesNotContain(" 202 ");
      assertThat(chunked.answer()).doesNotContain(" 202 ");
    }
    assertThat(machines.state(machine)).isEqualTo(ProvisionState.INSPECT_WAIT);
  }

  @Test
  void what_follows_a_body_is_the_next_request() throws IOException {
    var machine = machines.waiting();
    var whole = body(machine, 200_000);
    try (var post = RawPost.ofLength(whole.length())) {
      post.send(whole).send("GET /v1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      assertThat(post.answer()).contains("HTTP/1.1 202");
    }
    assertThat(machines.payload(machine)).isEqualTo(whole);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[],", "{},", "{\"\":{\"\":[]}},", "\"a\",", "1.5,"})
  void a_tree_that_is_larger_than_memory_is_refused(String values) throws Exception {
    var machine = machines.waiting();
    var many = values.repeat(14 * MIB / values.length());
    var body = body(machine, 0).replace("\"notes\"", "\"many\":[" + many + "0],\"notes\"");
    try (var http = HttpClient.newHttpClient()) {
      assertThat(post(http, body, true)).isEqualTo(413);
    }
    assertThat(machines.state(machine)).isEqualTo(ProvisionState.INSPECT_WAIT);
  }

  @Test
  void who_asks_first_is_told_to_go_on_or_why_not() throws IOException {
    var machine = machines.waiting();
    var whole = body(machine, 200_000);
    try (var post = new RawPost("Expect: 100-continue\r\nContent-Length: " + whole.length());
        var tooLong = new RawPost("Expect: 100-continue\r\nContent-Length: 2000000000")) {
      assertThat(post.head()).startsWith("HTTP/1.1 100");
      assertThat(post.send(whole).head()).startsWith("HTTP/1.1 202");
      assertThat(tooLong.head()).startsWith("HTTP/1.1 413");
    }
  }

  @Test
  void a_client_that_leaves_takes_nothing_with_it() throws IOException {
    for (int i = 0; i < 20; i++) {
      try (var post = RawPost.ofLength(2 * MIB)) {
        post.send(new byte[2 * MIB - i % 2]);
      }
    }
    given().get("/v1/drivers").then().statusCode(200); // and the checks after each test
  }

  /** A virtual thread that parses 14 MB would block a processor for others. */
  @Test
  void are_read_on_platform_threads_which_know_the_request() throws IOException {
    var machine = machines.waiting();
    var whole = body(machine, 200_000).replace("\"notes\"", "\"logs\":\"%%%\",\"notes\"");
    try (var lines = CapturedLog.of("", "%t|%X{request_id}|%s")) {
      var id =
          given()
              .contentType("application/json")
              .body(whole)
              .post("/v1/continue_inspection")
              .then()
              .statusCode(202)
              .extract()
              .header("OpenStack-Request-ID");
      assertThat(lines.lines())
          .anyMatch(
              line -> line.matches("executor-thread-\\d+\\|" + id + "\\|The ramdisk's logs.*"));
    }
  }

  private static int post(HttpClient http, String body, boolean lengthKnown) throws Exception {
    var bytes = body.getBytes(StandardCharsets.US_ASCII);
    var request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:%d/v1/continue_inspection".formatted(RestAssured.port)))
            .header("Content-Type", "application/json")
            .timeout(Duration.ofMinutes(3))
            .POST(
                lengthKnown
                    ? BodyPublishers.ofByteArray(bytes)
                    : BodyPublishers.ofByteArrays(List.of(bytes)))
            .build();
    return http.send(request, BodyHandlers.discarding()).statusCode();
  }

  private static List<Integer> together(List<Callable<Integer>> posts) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      return threads.invokeAll(posts).stream().map(Future::resultNow).toList();
    }
  }

  /** A callback of about {@code length} bytes; always the same for the same machine. */
  private static String body(Machine machine, int length) {
    var head =
        "{\"inventory\":{\"interfaces\":[{\"name\":\"eth0\",\"mac_address\":\"%s\"}]},\"notes\":\""
            .formatted(machine.mac());
    var random = new byte[Math.max(0, length - head.length()) * 3 / 4];
    new Random(machine.mac().hashCode()).nextBytes(random);
    return head + Base64.getEncoder().encodeToString(random) + "\"}";
  }
}
