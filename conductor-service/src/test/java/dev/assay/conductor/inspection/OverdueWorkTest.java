package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.lease.NodeLease;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The state of a node after work other than an inspection was ended past its deadline. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class OverdueWorkTest {
  @Inject Bench bench;
  @Inject MovedTime time;
  @Inject Nodes nodes;
  @Inject NodeLease nodeLease;

  @BeforeEach
  void clear() {
    bench.clear();
  }

  @Test
  void that_nobody_switched_off_keeps_what_its_inspection_said() {
    var node = bench.node(ProvisionState.MANAGEABLE);
    bench.edit(
        node,
        it -> {
          it.powerOffAfter(UUID.randomUUID());
          it.fail("The inspection failed.", bench.now());
        });
    awaitEnd(node);
    assertThat(bench.node(node).lastError())
        .startsWith(
            "The inspection failed. Inspection clean up failed: power off: no conductor did it within 360 minutes.");
  }

  @Test
  void on_which_a_conductor_did_not_come_to_an_end_says_whose_work_it_was() {
    var node = bench.node(ProvisionState.MANAGEABLE);
    bench.edit(node, it -> it.powerShallBe(PowerState.REBOOT, Duration.ofSeconds(5), bench.now()));
    hold(node, "c2");
    awaitEnd(node);
    assertThat(bench.node(node).lastError())
        .endsWith(
            "conductor c2 worked on it and did not finish within 360 minutes. See the log of that"
                + " conductor.")
        .doesNotContain("no conductor did");
  }

  @Test
  void for_which_nothing_is_pending_loses_its_deadline_without_an_error() {
    var node = bench.node(ProvisionState.MANAGEABLE);
    bench.edit(node, it -> it.powerShallBe(PowerState.REBOOT, Duration.ofSeconds(5), bench.now()));
    time.change("update node set target_power_state = null where uuid = ?1", node);
    awaitEnd(node);
    assertThat(bench.node(node).work().powerChange()).isEmpty();
    assertThat(bench.node(node).lastError()).isNull();
    assertThat(time.history(node)).isEmpty();
  }

  private void hold(NodeId node, String holder) {
    var _ =
        QuarkusTransaction.requiringNew()
            .call(
                () ->
                    nodeLease
                        .acquire(
                            nodes.findForUpdate(node).orElseThrow(), holder, Duration.ofMinutes(5))
                        .orElseThrow());
  }

  private void awaitEnd(NodeId node) {
    time.workOrdered(node, 1);
    time.workIsOver(node);
    await().until(() -> bench.node(node).work().timeLeft().isEmpty());
  }
}
