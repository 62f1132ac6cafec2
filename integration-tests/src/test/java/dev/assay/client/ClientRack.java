package dev.assay.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.scenario.SharedStack;
import dev.assay.scenario.SpareMachines;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.stack.Stack;
import java.time.Duration;

/** The services, without nodes, and a rack of machines that a client creates there. */
final class ClientRack implements AutoCloseable {
  private final Stack stack = SharedStack.emptied();
  private final Rack rack;
  private final SpareMachines spare;

  ClientRack(int machines) {
    rack =
        Rack.of(
                RackPlan.to(stack.callbackUrl())
                    .machines(machines)
                    .seed(7)
                    .kinds(HardwareKind.ONE_U_TWO_SOCKET)
                    .bootTime(Duration.ofMillis(500))
                    .powerDelay(Duration.ofMillis(20))
                    .timeScale(0.02)
                    .build())
            .start();
    spare = new SpareMachines(rack);
  }

  Stack stack() {
    return stack;
  }

  /** A machine that no test has used and that has no fault. */
  Machine take() {
    return spare.take();
  }

  /** Creates the node of {@code machine}; returns what the client prints. */
  static JsonNode create(OpenStackCommand openstack, Machine machine) {
    return openstack.json(
        "node create --driver redfish --name %s --inspect-interface agent"
            + " --driver-info redfish_address=%s --driver-info redfish_system_id=%s"
            + " --driver-info redfish_username=%s --driver-info redfish_password=%s",
        machine.name(),
        machine.bmcUrl(),
        machine.systemPath(),
        machine.username(),
        machine.password());
  }

  @Override
  public void close() {
    rack.close();
  }
}
