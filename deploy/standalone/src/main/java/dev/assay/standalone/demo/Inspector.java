package dev.assay.standalone.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineEvent;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Takes one machine through its life as an operator would: enrol, manage, inspect, read. */
final class Inspector {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Api api;
  private final Machine machine;
  private final MachineRow row;
  private final Table table;
  private final Clock clock;

  Inspector(Api api, Machine machine, MachineRow row, Table table, Clock clock) {
    this.api = api;
    this.machine = machine;
    this.row = row;
    this.table = table;
    this.clock = clock;
  }

  void run() {
    try {
      enrol();
      bring("manage", "verifying", List.of("manageable"), List.of("enroll"));
      bring("inspect", "inspecting", List.of("manageable"), List.of("inspect failed"));
      var inventory = api.get(node() + "/inventory").body().path("inventory");
      var ports = api.get("/v1/ports?node=" + machine.name()).body().path("ports").size();
      row.finish(MachineRow.Findings.of(inventory, ports), clock.instant());
    } catch (IllegalStateException e) {
      row.fail(String.valueOf(e.getMessage()), clock.instant());
    }
    table.happened(row);
  }

  /** What the simulated machine itself tells, between two looks at the node. */
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
      settle();
      api.patch(node(), List.of(Map.of("op", "add", "path", "/driver_info", "value", driverInfo)));
      reach("found again");
    }
  }

  /** A node that an earlier demo left in the middle of an inspection is given up first. */
  private void settle() {
    if (state().path("provision_state").asText().equals("inspect wait")) {
      api.put(node() + "/states/provision", Map.of("target", "abort"));
      await(List.of("inspect failed"), List.of());
    }
  }

  private void bring(String verb, String stage, List<String> good, List<String> bad) {
    var now = state().path("provision_state").asText();
    if (verb.equals("manage") && now.equals("manageable")) {
      return;
    }
    reach(stage);
    var deadline = clock.instant().plus(PATIENCE);
    while (api.put(node() + "/states/provision", Map.of("target", verb)).is(409)) {
      pause(deadline);
    }
    await(good, bad);
  }

  private void await(List<String> good, List<String> bad) {
    var deadline = clock.instant().plus(PATIENCE);
    while (true) {
      var node = state();
      var now = node.path("provision_state").asText();
      if (good.contains(now)) {
        return;
      }
      if (bad.contains(now)) {
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
      throw new IllegalStateException("no end after " + PATIENCE.toMinutes() + " minutes");
    }
    LockSupport.parkNanos(LOOK_AGAIN.toNanos());
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
