package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.stack.ApiAnswer;
import dev.assay.stack.Stack;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests auto-discovery of machines that are not enrolled. Spec conductor.md 4.3. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveryIT {
  @AutoClose
  static final Stack STACK =
      Stack.named("discovery")
          .apis(2)
          .conductors(2)
          .set("assay.auto-discovery.enabled", true)
          .set("assay.auto-discovery.driver", "fake-hardware")
          .start();

  @Test
  void a_machine_that_posts_to_two_APIs_at_once_is_one_node_with_port_and_inventory()
      throws Exception {
    var address = Enrolment.newAddress();
    List<ApiAnswer> answers;
    try (var threads = Executors.newFixedThreadPool(8)) {
      answers =
          threads
              .invokeAll(
                  IntStream.range(0, 8)
                      .<Callable<ApiAnswer>>mapToObj(
                          i -> () -> STACK.api(i % 2).callback(Enrolment.minimalBody(address)))
                      .toList())
              .stream()
              .map(Future::resultNow)
              .toList();
    }
    assertThat(answers).extracting(ApiAnswer::status).containsOnlyOnce(202).containsOnly(202, 404);

    var node =
        answers.stream()
            .filter(answer -> answer.status() == 202)
            .findFirst()
            .orElseThrow()
            .json()
            .path("uuid")
            .asText();
    var api = STACK.api();
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(InspectionRows.stagesOf(STACK.database(), node))
                    .containsExactly("finished"));
    assertThat(api.portsOf(node)).containsExactly(address);
    assertThat(api.get("/v1/nodes").require(200).json().path("nodes")).hasSize(1);
    assertThat(api.get("/v1/nodes?auto_discovered=true").require(200).json().path("nodes"))
        .hasSize(1);
    var inventory = api.get("/v1/nodes/" + node + "/inventory").require(200).json();
    assertThat(inventory.path("plugin_data").path("auto_discovered").asBoolean()).isTrue();

    api.manage(node); // from here on like any other node
    assertThat(api.stateOf(node)).isEqualTo("manageable");
  }
}
