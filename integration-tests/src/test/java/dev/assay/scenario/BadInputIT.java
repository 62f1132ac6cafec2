package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.assay.stack.ApiClient;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that invalid requests are refused with the specified error, quickly and without any change.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BadInputIT {
  private static final Stack STACK = SharedStack.emptied();

  private static final String ADDRESS = "52:54:00:ba:d1:00";
  private static final Duration SOON = Duration.ofSeconds(20);

  private final ApiClient api = STACK.api();
  private String waiting = "";
  private String before = "";

  static Stream<BadRequest> requests() {
    return BadRequest.all();
  }

  @BeforeEach
  void a_node_waits_for_its_ramdisk() {
    waiting = Enrolment.waiting(api, ADDRESS);
    before = everything();
  }

  @AfterEach
  void forget_it() {
    Enrolment.forget(api, waiting);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void is_refused(BadRequest bad) {
    var answer = assertTimeoutPreemptively(SOON, () -> bad.send(api, waiting));

    assertThat(answer.status()).as(answer.toString()).isIn(bad.statuses());
    assertThat(answer.fault()).containsIgnoringCase(bad.fault());
    assertThat(answer.fault()).isNotBlank().doesNotContain("java.", "Exception", "com.fasterxml");
    assertThat(answer.header("X-OpenStack-Ironic-API-Minimum-Version")).isEqualTo("1.1");
    assertThat(answer.header("X-OpenStack-Ironic-API-Maximum-Version")).isEqualTo("1.115");
    assertThat(answer.header("openstack-request-id")).startsWith("req-");
    assertThat(everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_body_of_100_MB_is_refused_and_memory_stays(boolean chunked) {
    for (var path : List.of("/v1/continue_inspection", "/v1/nodes", "/v1/heartbeat/" + waiting)) {
      var status =
          assertTimeoutPreemptively(Duration.ofSeconds(60), () -> huge(chunked).post(path));
      assertThat(status).as(path).isEqualTo(413);
    }
    assertThat(everything()).isEqualTo(before);
    assertThat(STACK.apis().getFirst().process().isReady()).isTrue();
  }

  @Test
  void text_that_the_database_cannot_hold_is_no_failure_of_the_service() {
    var answer =
        api.post("/v1/nodes", "{\"driver\": \"fake-hardware\", \"extra\": {\"a\": \"x\\u0000y\"}}");

    assertThat(answer.status()).isIn(201, 400);
    if (answer.status() == 201) {
      Enrolment.forget(api, answer.json().path("uuid").asText());
    }
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void half_open_connections_do_not_hold_up_others() {
    var address = URI.create(api.address());
    var open = new ArrayList<Socket>();
    try {
      for (int i = 0; i < 100; i++) {
        var socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort());
        open.add(socket);
        socket
            .getOutputStream()
            .write(
                "POST /v1/continue_inspection HTTP/1.1\r\nHost: localhost\r\nContent-Le"
                    .getBytes(StandardCharsets.US_ASCII));
      }
      var answer = assertTimeoutPreemptively(Duration.ofSeconds(3), () -> api.get("/v1/nodes"));
      assertThat(answer.status()).isEqualTo(200);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      open.forEach(BadInputIT::closeQuietly);
    }
  }

  @Test
  void a_hundred_bad_callbacks_later_a_good_one_is_still_taken() {
    for (int i = 0; i < 100; i++) {
      api.callback("{\"inventory\": {\"interfaces\": [" + "[".repeat(i) + "}").require(400);
    }

    api.callback(Enrolment.minimalBody(ADDRESS)).require(202);
    api.awaitState(waiting, "manageable");
  }

  /** All data that a refused request could have changed. */
  private String everything() {
    return STACK.database().query("select n::text from node n order by id")
        + STACK.database().query("select p::text from port p order by id").toString()
        + STACK.database().query("select i::text from inspection i order by id")
        + STACK.database().query("select inspection_id from inspection_payload order by 1");
  }

  private HugeBody huge(boolean chunked) {
    return new HugeBody(URI.create(api.address()).getPort(), 100L << 20, chunked);
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
