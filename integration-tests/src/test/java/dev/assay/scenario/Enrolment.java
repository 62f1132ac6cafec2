package dev.assay.scenario;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.machine.Machine;
import dev.assay.stack.ApiClient;
import dev.assay.stack.RedfishAccess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Enrols and deletes nodes as an operator would. */
public final class Enrolment {
  private static final AtomicInteger ADDRESSES = new AtomicInteger();

  private Enrolment() {}

  /**
   * Enrols a Redfish machine with all its ports under the machine's name; returns the UUID of the
   * node.
   */
  public static String enrol(ApiClient api, Machine machine) {
    return RedfishAccess.enrol(api, machine);
  }

  /** Enrols a Redfish machine without ports; returns the UUID of the node. */
  public static String enrolWithoutPorts(ApiClient api, Machine machine) {
    return RedfishAccess.enrolWithoutPorts(api, machine);
  }

  /**
   * Enrols a Redfish machine with its ports and makes it manageable; returns the UUID of the node.
   */
  public static String enrolAndManage(ApiClient api, Machine machine) {
    var node = enrol(api, machine);
    api.manage(node);
    return node;
  }

  /**
   * Creates a node of the fake driver with one port, in {@code inspect wait}; anyone may post its
   * callback. Needs {@code assay.inspector.require-managed-boot=false}.
   */
  public static String waiting(ApiClient api, String address) {
    var node = manageable(api, address);
    api.order(node, "inspect");
    api.awaitState(node, "inspect wait");
    return node;
  }

  /** Creates a node of the fake driver with one port, in {@code manageable}. */
  public static String manageable(ApiClient api, String address) {
    var node = api.createNode(Map.of("driver", "fake-hardware", "inspect_interface", "agent"));
    api.createPort(node, address);
    api.manage(node);
    return node;
  }

  /** A MAC address that no other node of these tests has. */
  public static String newAddress() {
    int number = ADDRESSES.incrementAndGet();
    return "52:54:00:%02x:%02x:%02x".formatted(number >> 16 & 255, number >> 8 & 255, number & 255);
  }

  /** Deletes a node in any state; retries while it is locked, as every client does. */
  public static void forget(ApiClient api, String node) {
    var maintenance = List.of(Map.of("op", "replace", "path", "/maintenance", "value", true));
    await(node + " is deleted")
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                api.patch("/v1/nodes/" + node, maintenance).status() == 200
                    && api.delete("/v1/nodes/" + node).status() == 204);
  }

  /** The smallest valid callback body (spec/api.md 19), for a machine with one interface. */
  public static Map<String, Object> minimalBody(String address) {
    return Map.of(
        "inventory",
        Map.of(
            "interfaces",
            List.of(Map.of("name", "eth0", "mac_address", address)),
            "cpu",
            Map.of("architecture", "x86_64")));
  }

  /** The properties of a node that a refused request must not change. */
  public static String essence(JsonNode node) {
    return "%s %s %s %s"
        .formatted(
            node.path("provision_state"),
            node.path("properties"),
            node.path("last_error"),
            node.path("provision_updated_at"));
  }
}
