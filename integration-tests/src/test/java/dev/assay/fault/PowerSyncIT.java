package dev.assay.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.scenario.Enrolment;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.Misbehaviour;
import dev.assay.simulator.machine.PowerState;
import dev.assay.simulator.machine.ResetType;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Stack;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests reading the power states of many machines, some of whose BMCs hang or answer garbage. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PowerSyncIT {
  private static final int MACHINES = 300;
  private static final int HANGING = 10;
  private static final int GARBLED = 10;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @AutoClose
  static final Stack STACK =
      Stack.named("power-sync").set("assay.conductor.sync-power-state-interval", "30s").start();

  @AutoClose
  static final Rack RACK =
      Rack.of(
              RackPlan.to(STACK.callbackUrl())
                  .machines(MACHINES)
                  .seed(300)
                  .powerDelay(Duration.ofMillis(20))
                  .build())
          .start();

  private final ApiClient api = STACK.api();

  @Test
  void bmcs_that_hang_or_answer_garbage_do_not_keep_others_from_being_read() {
    var nodes = RACK.machines().stream().parallel().map(this::manageable).toList();
    awaitKnown(nodes.size());
    IntStream.range(0, HANGING).forEach(i -> misbehave(i, new Misbehaviour.BmcHangs()));
    IntStream.range(HANGING, HANGING + GARBLED)
        .forEach(i -> misbehave(i, new Misbehaviour.BmcAnswersGarbage()));
    RACK.machines().forEach(machine -> machine.reset(ResetType.ON));
    await("all machines are on")
        .atMost(LIMIT)
        .until(() -> RACK.machines().stream().allMatch(it -> it.powerState() == PowerState.ON));

    var begin = System.nanoTime();
    allAreDue();
    await("all others are read")
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> poweredOn() >= MACHINES - HANGING - GARBLED);
    System.out.printf(
        "%d of %d power states were read in %.1f s.%n",
        MACHINES - HANGING - GARBLED, MACHINES, (System.nanoTime() - begin) / 1e9);

    for (var i = 0; i < HANGING + GARBLED; i++) {
      assertThat(api.node(nodes.get(i)).path("power_state").asText()).isEqualTo("power off");
      assertThat(api.node(nodes.get(i)).path("last_error").isNull()).isTrue();
    }
  }

  private String manageable(Machine machine) {
    var node = Enrolment.enrolWithoutPorts(api, machine);
    api.manage(node);
    return node;
  }

  private static void misbehave(int machine, Misbehaviour how) {
    RACK.machines().get(machine).misbehave(how);
  }

  private static void awaitKnown(int nodes) {
    await("all nodes are known to the power sync")
        .atMost(LIMIT)
        .until(() -> STACK.database().count("select count(*) from power_check") == nodes);
  }

  private static void allAreDue() {
    var _ =
        STACK
            .database()
            .query("update power_check set next_at = clock_timestamp() returning 'due'");
  }

  private long poweredOn() {
    var nodes = api.get("/v1/nodes?fields=power_state&limit=1000").require(200).json();
    Map<String, Long> states =
        List.copyOf(nodes.path("nodes").findValuesAsText("power_state")).stream()
            .collect(Collectors.groupingBy(state -> state, Collectors.counting()));
    return states.getOrDefault("power on", 0L);
  }
}
