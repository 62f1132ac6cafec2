package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.conductor.command.CommandHandler;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Every stage ends by its deadline with a reason. Times in the database are moved. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DeadlinesTest {
  private static final String NOBODY =
      "no conductor did it within 360 minutes. Check that a conductor of the node's group with the"
          + " node's driver is running, and that it is not too busy.";

  @Inject CommandHandler handler;
  @Inject Bench bench;
  @Inject MovedTime time;

  @BeforeEach
  void clear() {
    bench.clear();
  }

  @Nested
  class An_inspection {
    @Test
    void that_no_conductor_takes_up_fails_and_says_so() {
      var run = bench.starting(StoredJson.object());
      time.stageIsOver(run);
      await().until(() -> bench.state(run).stage().equals("error"));
      var state = bench.state(run);
      assertThat(state.provisionState()).isEqualTo("inspect failed");
      assertThat(state.errorCode()).isEqualTo("INSPECTION_TIMEOUT");
      assertThat(state.lastError())
          .startsWith(
              "Timeout reached while inspecting the node: no conductor started stage starting"
                  + " within 360 minutes.");
    }

    @Test
    void that_a_conductor_does_not_end_fails_although_it_holds_the_node() {
      var run = bench.starting(StoredJson.object());
      time.begun(run, 1);
      bench.holdAsOther(run, Duration.ofMinutes(5));
      time.stageIsOver(run);
      await().until(() -> bench.state(run).stage().equals("error"));
      assertThat(bench.state(run).lastError())
          .startsWith(
              "Timeout reached while inspecting the node: stage starting lasted longer than"
                  + " allowed.");
      assertThat(bench.state(run).reservation()).isNull();
    }

    @Test
    void has_the_time_of_its_work_from_when_a_conductor_takes_it_up() {
      var run = bench.starting(StoredJson.object().put("fake_power_delay", 1));
      try (var threads = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
        threads.execute(() -> send(new Command.StartInspection(run.node(), run.inspection())));
        await().until(() -> time.begun(run));
        assertThat(time.timeLeft(run)).isLessThanOrEqualTo(Duration.ofMinutes(10));
        assertThat(bench.state(run).stage()).isEqualTo("starting");
      }
      assertThat(bench.state(run).stage()).isEqualTo("waiting");
      assertThat(time.begun(run)).isFalse();
      assertThat(time.timeLeft(run)).isGreaterThan(Duration.ofMinutes(29));
    }

    @Test
    void ends_although_another_that_is_overdue_cannot_be_read() {
      var broken = bench.starting(StoredJson.object());
      time.stageIsOver(broken);
      time.change(
          "update inspection set stage = 'nonsense' where node_id = (select id from node where uuid"
              + " = ?1)",
          broken.node());
      var run = bench.waiting(Bench.LONG);
      time.stageIsOver(run);
      await().until(() -> bench.state(run).stage().equals("error"));
    }
  }

  @Nested
  class A_node {
    @Test
    void in_verifying_goes_back_to_enroll_with_the_reason() {
      var node = bench.node(ProvisionState.ENROLL);
      bench.edit(node, it -> it.move(ProvisionEvent.MANAGE, bench.now()));
      awaitEnd(node);
      assertThat(bench.node(node).provisionState()).isEqualTo(ProvisionState.ENROLL);
      assertThat(bench.node(node).lastError())
          .isEqualTo("Failed to get power state for node %s: %s".formatted(node, NOBODY));
      assertThat(time.history(node)).containsExactly(bench.node(node).lastError());
    }

    @Test
    void in_cleaning_fails_with_the_reason() {
      var node = bench.node(ProvisionState.MANAGEABLE);
      bench.edit(node, it -> it.move(ProvisionEvent.PROVIDE, bench.now()));
      awaitEnd(node);
      assertThat(bench.node(node).provisionState()).isEqualTo(ProvisionState.CLEAN_FAILED);
      assertThat(bench.node(node).lastError())
          .isEqualTo("Failed to clean node %s: %s".formatted(node, NOBODY));
    }

    @Test
    void whose_power_nobody_changes_has_no_target_any_more_but_the_reason() {
      var node = bench.node(ProvisionState.MANAGEABLE);
      bench.edit(
          node, it -> it.powerShallBe(PowerState.REBOOT, Duration.ofSeconds(5), bench.now()));
      awaitEnd(node);
      assertThat(bench.node(node).targetPowerState()).isNull();
      assertThat(bench.node(node).lastError())
          .isEqualTo(
              "Failed to change power state to 'power on' by 'rebooting': %s".formatted(NOBODY));
    }

    @Test
    void that_nobody_switched_off_after_its_inspection_says_so() {
      var node = bench.node(ProvisionState.MANAGEABLE);
      bench.edit(node, it -> it.powerOffAfter(UUID.randomUUID()));
      awaitEnd(node);
      assertThat(bench.node(node).work().powerOffAfter()).isEmpty();
      assertThat(bench.node(node).lastError())
          .isEqualTo("Inspection clean up failed: power off: %s".formatted(NOBODY));
    }

    @Test
    void has_no_deadline_any_more_when_its_work_is_done() {
      var node = bench.node(ProvisionState.ENROLL);
      bench.edit(node, it -> it.move(ProvisionEvent.MANAGE, bench.now()));
      time.workOrdered(node, 1);
      send(new Command.VerifyNode(node));
      assertThat(bench.node(node).provisionState()).isEqualTo(ProvisionState.MANAGEABLE);
      assertThat(bench.node(node).work().timeLeft()).isEmpty();
    }

    private void awaitEnd(NodeId node) {
      time.workOrdered(node, 1);
      time.workIsOver(node);
      await().until(() -> bench.node(node).work().timeLeft().isEmpty());
    }
  }

  private void send(Command command) {
    handler.receive(new Envelope(command, "req-test").write());
  }
}
