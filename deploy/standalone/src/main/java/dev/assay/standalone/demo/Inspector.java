package dev.assay.standalone.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineEvent;
import dev.assay.standalone.client.Api;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Enrols, manages and inspects one machine and reads the results, as an operator would. */
final class Inspector {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final Api api;
  private final Machine machine;
  private final MachineRow row;
  private final Table table;
  private final int rounds;
  private final Clock clock;

  Inspector(Api api, Machine machine, MachineRow row, Table table, int rounds, Clock clock) {
    this.api = api;
    this.machine = machine;
    this.row = row;
    this.table = table;
    this.rounds = rounds;
    this.clock = clock;
  }

  void run() {
    try {
      enrol();
      requestState("manage", "verifying", List.of("manageable"), List.of("enroll"));
      for (int round = 0; round < rounds; round++) {
        requestState("inspect", "inspecting", List.of("manageable"), List.of("inspect failed"));
      }
      var inventory = api.get(node() + "/inventory").body().path("inventory");
      var ports = api.get("/v1/ports?node=" + machine.name()).body().path("ports").size();
      row.finish(MachineRow.Findings.of(inventory, ports), clock.instant());
    } catch (IllegalStateException e) {
      row.fail(String.valueOf(e.getMessage()), clock.instant());
    }
    table.happened(row);
  }

  /**
   * Updates the stage from an event of the simulated machine itself, between two polls of the node.
   */
  void hear(MachineEvent event) {
    switch (event.stage()) {
      case POWER_ON -> reach("power on");
      case BOOTING -> reach("booting");
      case COLLECTING -> reach("collecting");
      case POSTING -> reach("posting");
      case ACCEPTED -> reach("processing");
      default -> {}
    }
  }

  private String node() {
    return "/v1/nodes/" + machine.name();
  }

  private void enrol() {
    var driverInfo =
        Map.of(
            "redfish_address", machine.bmcUrl().toString(),
            "redfish_system_id", machine.systemPath(),
            "redfish_username", machine.username(),
            "redfish_password", machine.password());
    var known = api.get(node());
    if (known.is(404)) {
      var created =
          api.post(
              "/v1/nodes",
              Map.of(
                  "name",
                  machine.name(),
                  "driver",
                  "redfish",
                  "inspect_interface",
                  "agent",
                  "driver_info",
                  driverInfo));
      api.post(
          "/v1/ports",
          Map.of(
              "node_uuid", created.body().path("uuid").asText(),
              "address", machine.macAddresses().getFirst()));
      reach("enrolled");
    } else {
      abortLeftover();
      var change = List.of(Map.of("op", "add", "path", "/driver_info", "value", driverInfo));
      var deadline = clock.instant().plus(TIMEOUT);
      while (api.patch(node(), change).is(409)) { // locked, by the power sync for example
        pause(deadline);
      }
      reach("found again");
    }
  }

  /** Aborts an inspection that an earlier demo left waiting. */
  private void abortLeftover() {
    if (state().path("provision_state").asText().equals("inspect wait")) {
      api.put(node() + "/states/provision", Map.of("target", "abort"));
      await(List.of("inspect failed"), List.of());
    }
  }

  private void requestState(String verb, String stage, List<String> goals, List<String> failures) {
    var now = state().path("provision_state").asText();
    if (verb.equals("manage") && now.equals("manageable")) {
      return;
    }
    reach(stage);
    var deadline = clock.instant().plus(TIMEOUT);
    while (api.put(node() + "/states/provision", Map.of("target", verb)).is(409)) {
      pause(deadline);
    }
    await(goals, failures);
  }

  private void await(List<String> goals, List<String> failures) {
    var deadline = clock.instant().plus(TIMEOUT);
    while (true) {
      var node = state();
      var now = node.path("provision_state").asText();
      if (goals.contains(now)) {
        return;
      }
      if (failures.contains(now)) {
        throw new IllegalStateException(node.path("last_error").asText());
      }
      pause(deadline);
    }
  }

  private JsonNode state() {
    return api.get(node() + "?fields=provision_state,last_error").body();
  }

  private void pause(Instant deadline) {
    if (clock.instant().isAfter(deadline)) {
      throw new IllegalStateException("timed out after " + TIMEOUT.toMinutes() + " minutes");
    }
    LockSupport.parkNanos(POLL_INTERVAL.toNanos());
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("stopped");
    }
  }

  private void reach(String stage) {
    if (row.reach(stage)) {
      table.happened(row);
    }
  }
}
