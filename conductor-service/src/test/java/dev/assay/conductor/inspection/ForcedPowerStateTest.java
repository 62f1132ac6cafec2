package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.node.ProvisionState;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code assay.conductor.force-power-state-during-sync}; the machines of the driver are off. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@TestProfile(RareOptions.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ForcedPowerStateTest {
  @Inject Bench bench;
  @Inject MovedTime time;

  @BeforeEach
  void clear() {
    bench.clear();
  }

  @ParameterizedTest
  @EnumSource(names = {"MANAGEABLE", "AVAILABLE"})
  void orders_the_recorded_state_in(ProvisionState state) {
    var node = knownAs(PowerState.ON, state);

    time.powerSyncIsDue(node);
    await().until(() -> "power on".equals(bench.node(node).targetPowerState()));
    assertThat(bench.node(node).powerState()).isEqualTo("power on");
  }

  @ParameterizedTest
  @EnumSource(names = {"INSPECT_WAIT", "INSPECT_FAILED"})
  void records_the_new_state_in(ProvisionState state) {
    var node = knownAs(PowerState.ON, state);

    time.powerSyncIsDue(node);
    await().until(() -> "power off".equals(bench.node(node).powerState()));
    assertThat(bench.node(node).targetPowerState()).isNull();
  }

  @Test
  void records_the_new_state_after_a_failed_change() {
    var node = knownAs(PowerState.ERROR, ProvisionState.AVAILABLE);

    time.powerSyncIsDue(node);
    await().until(() -> "power off".equals(bench.node(node).powerState()));
    assertThat(bench.node(node).targetPowerState()).isNull();
  }

  private NodeId knownAs(PowerState power, ProvisionState state) {
    var node = bench.node(state);
    bench.edit(node, it -> it.powerIs(power, bench.now()));
    return node;
  }
}
