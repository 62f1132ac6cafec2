package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.stack.Stack;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TimeOutIT {
  @AutoClose
  static final Stack STACK =
      Stack.named("time-out")
          .set("assay.inspector.require-managed-boot", false)
          .set("assay.conductor.inspect-wait-timeout", "PT2S")
          .set("assay.conductor.check-provision-state-interval", "PT1S")
          .start();

  @Test
  void an_inspection_whose_ramdisk_never_answers_fails_and_what_comes_late_changes_nothing() {
    var api = STACK.api();
    var address = Enrolment.newAddress();
    var node = Enrolment.manageable(api, address);
    api.order(node, "inspect");

    var failed = api.awaitState(node, "inspect failed", Duration.ofSeconds(40));

    assertThat(failed.path("last_error").asText())
        .startsWith(
            "Timeout reached while inspecting the node. Please check if the ramdisk responsible for"
                + " the inspection is running on the node.");
    assertThat(failed.path("target_provision_state").asText()).isEqualTo("manageable");
    assertThat(failed.path("inspection_started_at").isNull()).isTrue();
    assertThat(failed.path("inspection_finished_at").isNull()).isTrue();
    await("the run is over")
        .atMost(Duration.ofSeconds(20))
        .until(() -> InspectionRows.stagesOf(STACK.database(), node).equals(List.of("error")));

    var before = Enrolment.essence(api.node(node));
    var late = api.callback(Enrolment.minimalBody(address));
    assertThat(late.status()).isEqualTo(404);
    assertThat(late.fault()).isEqualTo("Resource could not be found.");
    assertThat(Enrolment.essence(api.node(node))).isEqualTo(before);

    var history = api.get("/v1/nodes/" + node + "/history?detail=true").require(200).json();
    assertThat(history.path("history").findValuesAsText("event"))
        .anyMatch(event -> event.startsWith("Timeout reached while inspecting the node."));
  }
}
