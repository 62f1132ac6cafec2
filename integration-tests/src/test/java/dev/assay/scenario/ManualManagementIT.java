package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.stack.Stack;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A machine without a BMC, which the operator boots by hand. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ManualManagementIT {
  private static final Stack STACK = SharedStack.emptied();

  @Test
  void it_is_inspected_when_somebody_boots_it_and_its_power_stays_unknown() {
    var api = STACK.api();
    var address = Enrolment.newAddress();
    var node = api.createNode(Map.of("driver", "manual-management"));
    api.createPort(node, address);
    api.manage(node);

    api.order(node, "inspect");
    api.awaitState(node, "inspect wait");
    assertThat(api.node(node).path("power_state").isNull()).isTrue();
    api.callback(Enrolment.minimalBody(address)).require(202);
    api.awaitState(node, "manageable");

    assertThat(api.node(node).path("last_error").isNull()).isTrue();
    assertThat(api.node(node).path("power_state").isNull()).isTrue();
    var refused = api.put("/v1/nodes/" + node + "/states/power", Map.of("target", "power on"));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.fault()).contains("by hand");
  }
}
