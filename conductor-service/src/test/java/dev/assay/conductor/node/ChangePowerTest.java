package dev.assay.conductor.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.command.CommandHandler;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** spec conductor.md 12. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ChangePowerTest {
  @Inject CommandHandler handler;
  @Inject Nodes nodes;
  @Inject Clock clock;

  @ParameterizedTest(name = "{0} ends in {1}, agent token kept: {2}")
  @CsvSource({
    "ON,          power on,  true",
    "OFF,         power off, false",
    "REBOOT,      power on,  false",
    "SOFT_OFF,    power off, false",
    "SOFT_REBOOT, power on,  false"
  })
  void a_change_is_done_and_ends_the_agent_that_ran(
      PowerState target, String reached, boolean tokenKept) {
    var node = told(target, StoredJson.object());

    order(node, target);

    var after = find(node);
    assertThat(after.powerState()).isEqualTo(reached);
    assertThat(after.targetPowerState()).isNull();
    assertThat(after.lastError()).isNull();
    assertThat(after.reservation()).isNull();
    assertThat(after.agentTokenHash() != null).isEqualTo(tokenKept);
  }

  @ParameterizedTest
  @EnumSource(names = {"REBOOT", "SOFT_REBOOT", "ON"})
  void a_machine_that_does_not_get_there_in_time_is_told_with_the_reason(PowerState target) {
    var node = told(target, StoredJson.object().put("fake_power_delay", 3600));

    order(node, target);

    var after = find(node);
    assertThat(after.targetPowerState()).isNull();
    assertThat(after.powerState()).isEqualTo("error");
    assertThat(after.lastError())
        .isEqualTo(
            "Failed to change power state to '%s' by '%s': The fake machine did not reach %s within 1 s: its fake_power_delay is 3600 s."
                .formatted(target.reached().wire(), target.wire(), target.reached().wire()));
    assertThat(after.reservation()).isNull();
  }

  @Test
  void a_bmc_that_does_not_obey_is_told_with_the_reason() {
    var node = told(PowerState.OFF, StoredJson.object().put("fake_power_failure", "plug is out"));

    order(node, PowerState.OFF);

    assertThat(find(node).lastError())
        .isEqualTo("Failed to change power state to 'power off' by 'power off': plug is out");
  }

  @Test
  void an_order_that_was_carried_out_or_replaced_has_no_effect() {
    var node = told(PowerState.ON, StoredJson.object());

    order(node, PowerState.OFF);
    assertThat(find(node).powerState()).isNull();
    assertThat(find(node).targetPowerState()).isEqualTo("power on");

    order(node, PowerState.REBOOT);
    assertThat(find(node).targetPowerState()).isEqualTo("power on");

    order(node, PowerState.ON);
    order(node, PowerState.ON);
    assertThat(find(node).powerState()).isEqualTo("power on");
  }

  private void order(NodeId node, PowerState target) {
    handler.receive(new Envelope(new Command.ChangePower(node, target, 1), "req-test").write());
  }

  /** A node that a client has ordered to {@code target}, with an agent that is known. */
  private NodeId told(PowerState target, ObjectNode driverInfo) {
    return QuarkusTransaction.requiringNew()
        .call(
            () -> {
              var now = clock.instant();
              var node =
                  new Node(
                      NodeId.random(),
                      Fixtures.attributes(null, driverInfo),
                      ProvisionState.MANAGEABLE,
                      false,
                      now);
              node.agentToken("hash");
              node.powerShallBe(target, Duration.ofSeconds(1), now);
              nodes.add(node);
              return node.uuid();
            });
  }

  private Node find(NodeId node) {
    return QuarkusTransaction.requiringNew().call(() -> nodes.find(node).orElseThrow());
  }
}
