package dev.assay.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Stack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests a conductor that is suspended: its connections stay open and it holds messages. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FrozenConductorIT {
  @AutoClose
  static final Stack STACK =
      Stack.named("frozen-conductor")
          .conductors(2)
          .set("assay.inspector.require-managed-boot", false)
          .start();

  private static final int NODES = 40;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Less than assay.conductor.reorder-after, so that only the broker's redelivery can do it. */
  private static final Duration REDELIVERED = Duration.ofSeconds(25);

  private final ApiClient api = STACK.api();

  @Test
  void what_it_was_handed_moves_on_with_another_before_commands_are_sent_again() {
    var nodes = new ArrayList<String>();
    for (int i = 0; i < NODES; i++) {
      nodes.add(
          api.createNode(
              Map.of(
                  "driver",
                  "fake-hardware",
                  "inspect_interface",
                  "agent",
                  "driver_info",
                  Map.of("fake_power_delay", 2))));
    }
    nodes.forEach(node -> api.order(node, "manage"));
    nodes.forEach(node -> api.awaitState(node, "manageable", LIMIT));

    nodes.forEach(node -> api.order(node, "inspect"));
    await("both work on some")
        .atMost(Duration.ofSeconds(5))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> heldBy("conductor-1") > 0 && heldBy("conductor-2") > 0);
    var frozen = STACK.conductors().getFirst().process();
    frozen.freeze();
    var held = new ArrayList<>(nodes);
    try {
      await("none waits for the frozen conductor")
          .atMost(REDELIVERED)
          .pollInterval(Duration.ofMillis(200))
          .until(
              () -> {
                held.removeIf(this::movesOn);
                return held.isEmpty();
              });
      nodes.forEach(node -> api.awaitState(node, "inspect wait", LIMIT));
    } finally {
      frozen.thaw();
    }

    await("it works again").atMost(LIMIT).until(frozen::isReady);
    for (var node : nodes) {
      assertThat(api.node(node).path("provision_state").textValue()).isEqualTo("inspect wait");
      assertThat(api.node(node).path("last_error").isNull()).isTrue();
    }
  }

  private boolean movesOn(String ident) {
    var node = api.node(ident);
    return node.path("provision_state").asText().equals("inspect wait")
        || node.path("reservation").asText().equals("conductor-2");
  }

  private long heldBy(String conductor) {
    return list().stream()
        .filter(node -> node.path("reservation").asText().equals(conductor))
        .count();
  }

  private List<JsonNode> list() {
    var nodes =
        api.get("/v1/nodes?fields=uuid,reservation&limit=200").require(200).json().path("nodes");
    return StreamSupport.stream(nodes.spliterator(), false).toList();
  }
}
