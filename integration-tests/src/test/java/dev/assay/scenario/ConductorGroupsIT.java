package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.stack.ApiClient;
import dev.assay.stack.Stack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests two conductor groups, one with a conductor that does not serve the nodes' driver. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConductorGroupsIT {
  @AutoClose
  static final Stack STACK =
      Stack.named("conductor-groups")
          .conductors(3)
          .setFor("conductor-2", "assay.conductor.conductor-group", "Rack7")
          .setFor("conductor-3", "assay.conductor.enabled-hardware-types", "redfish")
          .start();

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ApiClient api = STACK.api();

  @Test
  void a_command_reaches_only_conductors_of_the_nodes_group_that_serve_its_driver() {
    var here = nodes("");
    var there = nodes("rack7");

    here.forEach(this::powerOff);
    there.forEach(this::powerOff);

    here.forEach(node -> assertThat(conductorThatTried(node)).isEqualTo("conductor-1"));
    there.forEach(node -> assertThat(conductorThatTried(node)).isEqualTo("conductor-2"));
  }

  /** Creates nodes whose power changes fail, so that the history shows which conductor tried. */
  private List<String> nodes(String group) {
    var nodes = new ArrayList<String>();
    for (int i = 0; i < 20; i++) {
      nodes.add(
          api.createNode(
              Map.of(
                  "driver",
                  "fake-hardware",
                  "conductor_group",
                  group,
                  "driver_info",
                  Map.of("fake_power_failure", "plug is out"))));
    }
    return nodes;
  }

  private void powerOff(String node) {
    api.put("/v1/nodes/" + node + "/states/power", Map.of("target", "power off")).require(202);
  }

  private String conductorThatTried(String node) {
    await("the change was tried")
        .atMost(LIMIT)
        .until(() -> api.node(node).path("power_state").asText().equals("error"));
    var history = api.get("/v1/nodes/" + node + "/history?detail=true").require(200).json();
    return history.path("history").path(0).path("conductor").asText();
  }
}
