package dev.assay.deployment.debian;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.stack.ApiClient;
import java.time.Duration;
import java.util.Map;

/** A machine with BMC and ramdisk beside the services, on the same host. */
final class SimulatedMachine {
  private static final String OUTPUT = "/root/machine";
  private static final String COMMAND =
      "/usr/lib/assay/java/bin/java -Xmx128m -cp '/usr/lib/assay/standalone/lib/main/*'"
          + " dev.assay.simulator.SimulatorCommand --boot-seconds 1"
          + " --callback-url http://127.0.0.1:6385/v1/continue_inspection";

  private SimulatedMachine() {}

  /** Starts it and enrols it with its ports; returns the UUID of the node. */
  static String enrol(SystemdHost host, ApiClient api) {
    host.background(COMMAND, OUTPUT);
    await("the simulator is ready")
        .atMost(Duration.ofMinutes(1))
        .until(() -> host.attempt("grep -x ready " + OUTPUT).status() == 0);
    var machine = json(host.run("head -n 1 " + OUTPUT));
    var node =
        api.createNode(
            Map.of(
                "name",
                machine.path("name").asText(),
                "driver",
                "redfish",
                "inspect_interface",
                "agent",
                "driver_info",
                Map.of(
                    "redfish_address", machine.path("bmc_url").asText(),
                    "redfish_system_id", machine.path("system_path").asText(),
                    "redfish_username", machine.path("username").asText(),
                    "redfish_password", machine.path("password").asText())));
    machine.path("macs").forEach(mac -> api.createPort(node, mac.asText()));
    return node;
  }

  private static JsonNode json(String line) {
    try {
      return new ObjectMapper().readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("not a machine: " + line, e);
    }
  }
}
