package dev.assay.scenario;

import static dev.assay.scenario.Enrolment.enrolAndManage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.Misbehaviour;
import dev.assay.simulator.machine.PowerState;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Stack;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests inspections of machines with a Redfish BMC and a ramdisk that behaves like the real one.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OneInspectionIT {
  private static final Stack STACK = SharedStack.emptied();

  @AutoClose
  static final Rack RACK =
      Rack.of(
              RackPlan.to(STACK.callbackUrl())
                  .machines(96)
                  .seed(2)
                  .bootTime(Duration.ofSeconds(1))
                  .powerDelay(Duration.ofMillis(20))
                  .timeScale(0.02)
                  .build())
          .start();

  private static final SpareMachines SPARE = new SpareMachines(RACK);

  private final ApiClient api = STACK.api();

  @ParameterizedTest
  @EnumSource(HardwareKind.class)
  void ends_with_properties_ports_and_inventory_for_a(HardwareKind kind) {
    var machine = SPARE.take(kind);
    var node = enrolAndManage(api, machine);
    assertThat(api.node(node).path("power_state").asText()).isEqualTo("power off");

    api.order(node, "inspect");
    var seenAtOnce = api.node(node);
    assertThat(seenAtOnce.path("provision_state").asText()).isIn("inspecting", "inspect wait");
    assertThat(seenAtOnce.path("target_provision_state").asText()).isEqualTo("manageable");
    var inspected = api.awaitState(node, "manageable");

    var sent = machine.payload();
    assertThat(inspected.path("properties").path("cpu_arch"))
        .isEqualTo(sent.path("inventory").path("cpu").path("architecture"));
    assertThat(inspected.path("target_provision_state").isNull()).isTrue();
    assertThat(inspected.path("last_error").isNull()).isTrue();
    assertThat(inspected.path("inspection_started_at").isNull()).isTrue();
    assertThat(inspected.path("inspection_finished_at").isNull()).isFalse();
    assertThat(api.portsOf(node)).containsExactlyElementsOf(new TreeSet<>(machine.macAddresses()));

    var stored = api.get("/v1/nodes/" + node + "/inventory").require(200).json();
    assertThat(stored.path("inventory")).hasToString(sent.path("inventory").toString());
    assertThat(stored.path("plugin_data").has("all_interfaces")).isTrue();
    assertThat(stored.path("plugin_data").has("logs")).isFalse();
    assertThat(stored.path("plugin_data").path("pci_devices"))
        .hasToString(sent.path("pci_devices").toString());

    assertThat(stagesOf(node)).containsExactly("finished");
    awaitOff(machine);
    assertThat(machine.counters().powerOns()).isEqualTo(1);
    await("the lock is released")
        .atMost(Duration.ofSeconds(10))
        .until(() -> api.node(node).path("reservation").isNull());
  }

  @Test
  void finds_a_machine_without_ports_by_those_that_its_bmc_reports() {
    var machine = SPARE.take();
    var node = Enrolment.enrolWithoutPorts(api, machine);
    api.manage(node);
    assertThat(api.portsOf(node)).isEmpty();

    api.order(node, "inspect");
    api.awaitState(node, "manageable");

    assertThat(api.portsOf(node)).containsExactlyElementsOf(new TreeSet<>(machine.macAddresses()));
  }

  @Test
  void happens_once_when_the_ramdisk_posts_twice() {
    var machine = SPARE.take();
    machine.misbehave(new Misbehaviour.PostsTwice());
    var node = enrolAndManage(api, machine);

    api.order(node, "inspect");
    api.awaitState(node, "manageable");

    assertThat(machine.counters().callbacksPosted()).isGreaterThanOrEqualTo(2);
    assertThat(stagesOf(node)).containsExactly("finished");
  }

  @Test
  void happens_once_when_the_answer_to_the_ramdisk_is_lost() {
    var machine = SPARE.take();
    machine.misbehave(new Misbehaviour.LosesAnswer());
    var node = enrolAndManage(api, machine);

    api.order(node, "inspect");
    api.awaitState(node, "manageable");

    assertThat(stagesOf(node)).containsExactly("finished");
  }

  @Test
  void can_be_repeated_and_keeps_the_ports() {
    var machine = SPARE.take(HardwareKind.GPU_SERVER);
    var node = enrolAndManage(api, machine);
    api.order(node, "inspect");
    api.awaitState(node, "manageable");
    var ports = api.portsOf(node);

    api.order(node, "inspect");
    api.awaitState(node, "manageable");

    assertThat(stagesOf(node)).containsExactly("finished", "finished");
    assertThat(api.portsOf(node)).isEqualTo(ports);
  }

  @Test
  void ends_at_once_when_it_is_aborted_and_late_data_change_nothing() {
    var machine = SPARE.take();
    machine.misbehave(new Misbehaviour.NeverBoots());
    var node = enrolAndManage(api, machine);
    api.order(node, "inspect");
    api.awaitState(node, "inspect wait");

    api.order(node, "abort");
    var aborted = api.awaitState(node, "inspect failed");

    assertThat(aborted.path("last_error").asText()).isEqualTo("Inspection was aborted by request.");
    assertThat(aborted.path("target_provision_state").asText()).isEqualTo("manageable");
    assertThat(stagesOf(node)).hasSize(1);
    awaitOff(machine);
    await("the run is over").until(() -> stagesOf(node).equals(List.of("error")));

    var before = Enrolment.essence(api.node(node));
    var late = api.callback(machine.payload());
    assertThat(late.status()).isEqualTo(404);
    assertThat(late.fault()).isEqualTo("Resource could not be found.");
    assertThat(Enrolment.essence(api.node(node))).isEqualTo(before);
    assertThat(api.get("/v1/nodes/" + node + "/inventory").status()).isEqualTo(404);

    var history = api.get("/v1/nodes/" + node + "/history?detail=true").require(200).json();
    assertThat(history.path("history").findValuesAsText("event"))
        .contains("Inspection was aborted by request.");

    machine.misbehave(new Misbehaviour.None());
    api.order(node, "inspect");
    api.awaitState(node, "manageable");
  }

  @ParameterizedTest
  @EnumSource(Misbehaviour.Garbage.class)
  void still_waits_after_the_ramdisk_has_posted(Misbehaviour.Garbage garbage) {
    var machine = SPARE.take();
    machine.misbehave(new Misbehaviour.PostsGarbage(garbage));
    var node = enrolAndManage(api, machine);

    api.order(node, "inspect");
    await("the ramdisk has got its answer")
        .atMost(Duration.ofSeconds(30))
        .until(() -> machine.counters().lastCallbackStatus() != 0);

    assertThat(machine.counters().lastCallbackStatus()).isEqualTo(400);
    assertThat(api.stateOf(node)).isEqualTo("inspect wait");
    assertThat(stagesOf(node)).containsExactly("waiting");

    api.callback(machine.payload()).require(202);
    api.awaitState(node, "manageable");
  }

  @Test
  void fails_with_what_the_ramdisk_says_when_its_collectors_fail() {
    var machine = SPARE.take();
    machine.misbehave(new Misbehaviour.ReportsError("the disks could not be listed"));
    var node = enrolAndManage(api, machine);

    api.order(node, "inspect");
    var failed = api.awaitState(node, "inspect failed");

    assertThat(failed.path("last_error").asText())
        .startsWith("Failed to finish inspection: ")
        .contains("Ramdisk reported error: ")
        .contains("the disks could not be listed");
    assertThat(failed.path("properties").has("cpu_arch")).isFalse();
    assertThat(api.get("/v1/nodes/" + node + "/inventory").status()).isEqualTo(404);
    awaitOff(machine);
  }

  @Test
  void is_not_reached_when_the_password_of_the_BMC_is_wrong() {
    var machine = SPARE.take();
    machine.misbehave(new Misbehaviour.BmcRefuses(401));
    var node = Enrolment.enrol(api, machine);

    api.order(node, "manage");
    await("the node is back in enroll, with a reason")
        .atMost(Duration.ofSeconds(60))
        .until(() -> !api.node(node).path("last_error").isNull());

    var refused = api.node(node);
    assertThat(refused.path("provision_state").asText()).isEqualTo("enroll");
    assertThat(refused.path("target_provision_state").isNull()).isTrue();
    assertThat(refused.path("last_error").asText())
        .contains("Failed to get power state for node " + node)
        .doesNotContain(machine.password());
  }

  @Test
  void fails_with_a_reason_when_the_BMC_is_gone() {
    var machine = SPARE.take();
    var node = enrolAndManage(api, machine);
    machine.misbehave(new Misbehaviour.BmcPortClosed());

    api.order(node, "inspect");
    var failed = api.awaitState(node, "inspect failed", Duration.ofMinutes(2));

    assertThat(failed.path("last_error").asText()).contains("unable to start inspection: ");
    assertThat(stagesOf(node)).containsExactly("error");
  }

  @Test
  void goes_on_elsewhere_while_one_BMC_hangs() {
    var hanging = SPARE.take();
    var healthy = SPARE.take();
    var stuck = Enrolment.enrol(api, hanging);
    hanging.misbehave(new Misbehaviour.BmcHangs());
    api.order(stuck, "manage");

    var node = enrolAndManage(api, healthy);
    api.order(node, "inspect");
    api.awaitState(node, "manageable", Duration.ofSeconds(30));

    hanging.misbehave(new Misbehaviour.None());
  }

  @Test
  void hides_the_password_of_the_BMC_from_everyone() {
    var machine = SPARE.take();
    var node = enrolAndManage(api, machine);

    assertThat(api.node(node).path("driver_info").path("redfish_password").asText())
        .isEqualTo("******");
    assertThat(api.get("/v1/nodes/detail").body()).doesNotContain(machine.password());
    for (var conductor : STACK.conductors()) {
      assertThat(conductor.process().log()).content().doesNotContain(machine.password());
    }
  }

  @Test
  void services_say_that_they_live_and_what_they_do() throws Exception {
    for (var service :
        Stream.of(STACK.apis(), STACK.conductors(), STACK.filters())
            .flatMap(List::stream)
            .toList()) {
      assertThat(service.status("/q/health/live")).as(service.name()).isEqualTo(200);
      assertThat(service.status("/q/health/ready")).as(service.name()).isEqualTo(200);
      assertThat(service.text("/q/metrics")).as(service.name()).contains("jvm_memory_used_bytes");
    }
  }

  private static void awaitOff(Machine machine) {
    await(machine.name() + " is off")
        .atMost(Duration.ofSeconds(30))
        .until(() -> machine.powerState() == PowerState.OFF);
  }

  private static List<String> stagesOf(String node) {
    return InspectionRows.stagesOf(STACK.database(), node);
  }
}
