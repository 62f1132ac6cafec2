package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.stack.ApiAnswer;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Stack;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Tests the three requests that a ramdisk sends without authentication, for a node that waits for
 * it.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RamdiskIT {
  private static final Stack STACK = SharedStack.emptied();

  private final ApiClient api = STACK.api();
  private final String address = Enrolment.newAddress();
  private String node = "";

  @BeforeEach
  void a_node_waits() {
    node = Enrolment.waiting(api, address);
  }

  @Test
  void of_eight_posts_at_once_exactly_one_is_accepted() throws Exception {
    List<ApiAnswer> answers;
    try (var threads = Executors.newFixedThreadPool(8)) {
      Callable<ApiAnswer> post = () -> api.callback(Enrolment.minimalBody(address));
      answers =
          threads.invokeAll(Stream.generate(() -> post).limit(8).toList()).stream()
              .map(Future::resultNow)
              .toList();
    }
    var node = api.awaitState(this.node, "manageable");

    assertThat(answers).filteredOn(answer -> answer.status() == 202).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 202)
        .allMatch(answer -> answer.status() == 404 || answer.status() == 409);
    assertThat(node.path("properties").path("cpu_arch").asText()).isEqualTo("x86_64");
    assertThat(InspectionRows.stagesOf(STACK.database(), this.node)).containsExactly("finished");
  }

  @Test
  void an_old_ramdisk_gets_the_uuid_and_a_new_one_what_look_up_gives() {
    var answer =
        api.version("1.84").post("/v1/continue_inspection", Enrolment.minimalBody(address));

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.json().path("node").path("uuid").asText()).isEqualTo(node);
    assertThat(answer.json().path("config").path("heartbeat_timeout").asInt()).isPositive();
    assertThat(answer.json().path("config").path("agent_token").asText().length())
        .isGreaterThanOrEqualTo(32);
    api.awaitState(node, "manageable");
  }

  @Test
  void a_node_is_found_by_its_address_in_any_case_and_gets_its_token_once() {
    var lookup = "/v1/lookup?addresses=" + address.toUpperCase(Locale.ROOT) + ",junk";

    var first = api.version("1.62").get(lookup).require(200).json();
    var second = api.version("1.62").get(lookup).require(200).json();

    var token = first.path("config").path("agent_token").asText();
    assertThat(first.path("node").path("uuid").asText()).isEqualTo(node);
    assertThat(token.length()).isGreaterThanOrEqualTo(32);
    assertThat(second.path("config").path("agent_token").asText()).isEqualTo("******");
    assertThat(first.path("node").properties().stream().map(Map.Entry::getKey))
        .containsExactlyInAnyOrder(
            "uuid", "properties", "instance_info", "driver_internal_info", "links");
    assertThat(api.get("/v1/nodes/" + node).body()).doesNotContain(token);

    var heartbeat =
        Map.of(
            "callback_url",
            "https://192.0.2.9:9999",
            "agent_version",
            "9.14",
            "agent_token",
            token);
    var accepted = api.version("1.68").post("/v1/heartbeat/" + node, heartbeat);
    assertThat(accepted.status()).isEqualTo(202);
    assertThat(accepted.body()).isEmpty();
    assertThat(api.stateOf(node)).isEqualTo("inspect wait");
  }

  @Test
  void a_heartbeat_over_plain_http_is_refused() {
    var token =
        api.version("1.62")
            .get("/v1/lookup?node_uuid=" + node)
            .require(200)
            .json()
            .path("config")
            .path("agent_token")
            .asText();

    var answer =
        api.version("1.68")
            .post(
                "/v1/heartbeat/" + node,
                Map.of(
                    "callback_url",
                    "http://192.0.2.9:9999",
                    "agent_version",
                    "9.14",
                    "agent_token",
                    token));

    assertThat(answer.status()).isEqualTo(400);
  }

  @Test
  void a_node_that_waits_for_nothing_is_not_found() {
    api.order(node, "abort");
    api.awaitState(node, "inspect failed");

    var lookup = api.get("/v1/lookup?node_uuid=" + node);

    assertThat(lookup.status()).isEqualTo(404);
    assertThat(lookup.fault()).isEqualTo("Resource could not be found.");
  }
}
