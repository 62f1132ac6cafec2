package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.PowerState;
import dev.assay.redfish.StubBmc.Reply;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that the BMC accepts with 202 and carries out later. Source: DSP0266 12.2. */
class OddTaskTest extends OddBmc {
  private static final String MONITOR = "/redfish/v1/TaskService/TaskMonitors/7";
  private static final String PATCH = "PATCH " + StubBmc.SYSTEM;
  private static final Reply ACCEPTED = Reply.status(202, "Location", MONITOR);
  private static final Reply RUNNING = Reply.ok("{'TaskState':'Running'}");
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @BeforeEach
  void is_on() {
    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':'On'}")).on(RESET, ACCEPTED);
  }

  @Test
  void restarts_a_machine_later() {
    monitor(replies(ACCEPTED, RUNNING, Reply.status(204)));

    driver.power(stub.bmc(), PowerState.REBOOT, LIMIT);
    assertThat(questions()).isEqualTo(3);
  }

  @Test
  void is_ready_when_the_state_is_reached_whatever_its_task_says() {
    stub.on(GET_SYSTEM, replies(Reply.ok("{'PowerState':'On'}"), Reply.ok("{'PowerState':'Off'}")));
    monitor(() -> RUNNING);

    driver.power(stub.bmc(), PowerState.OFF, LIMIT);
    assertThat(questions()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'TaskState':'Exception','Messages':[{'Message':'Started.'},{'Message':'No power.'}]}",
        "{'TaskState':'Completed','TaskStatus':'Critical','Messages':[{'Message':'No power.'}]}",
      })
  void fails_later_and_says_why(String task) {
    monitor(replies(RUNNING, Reply.ok(task)));

    fails(
        () -> driver.power(stub.bmc(), PowerState.OFF, LIMIT),
        ErrorCode.BMC_REFUSED,
        RESET,
        "(No power.)");
    assertThat(time.pauses()).as("at once, not at the time-out").hasSize(1);
  }

  @Test
  void fails_later_with_the_status_that_the_command_would_have_had() {
    monitor(() -> new Reply(400, "{\"error\":{\"message\":\"Fan missing\"}}", List.of()));

    fails(
        () -> driver.power(stub.bmc(), PowerState.OFF, LIMIT),
        ErrorCode.BMC_REFUSED,
        "failed to carry it out (Fan missing)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Killed", "Cancelled", "Interrupted"})
  void ends_in_another_way(String state) {
    monitor(() -> Reply.ok("{'TaskState':'%s'}".formatted(state)));

    fails(() -> driver.power(stub.bmc(), PowerState.OFF, LIMIT), ErrorCode.BMC_REFUSED, state);
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 410})
  void forgets_its_task_at_once(int status) {
    monitor(() -> Reply.status(status));

    driver.power(stub.bmc(), PowerState.REBOOT, LIMIT);
    assertThat(questions()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'TaskMonitor':'%1$s','@odata.id':'/x'}", "{'@odata.id':'%1$s'}"})
  void names_its_task_in_the_body(String task) {
    stub.on(RESET, new Reply(202, task.formatted(MONITOR).replace('\'', '"'), List.of()));
    monitor(() -> Reply.status(204));

    driver.power(stub.bmc(), PowerState.REBOOT, LIMIT);
    assertThat(questions()).isEqualTo(1);
  }

  @Test
  void names_its_task_on_a_host_that_only_it_knows() {
    stub.on(RESET, Reply.status(202, "Location", "https://bmc.internal" + MONITOR));
    monitor(() -> Reply.status(204));

    driver.power(stub.bmc(), PowerState.REBOOT, LIMIT);
    assertThat(questions()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "no JSON", "{'TaskMonitor':7}", "{'@odata.id':null}"})
  void names_no_task(String body) {
    stub.on(RESET, new Reply(202, body.replace('\'', '"'), List.of()));

    driver.power(stub.bmc(), PowerState.REBOOT, LIMIT);
    assertThat(questions()).isZero();
  }

  @Test
  void never_ends() {
    monitor(() -> RUNNING);

    fails(
        () -> driver.power(stub.bmc(), PowerState.REBOOT, LIMIT),
        ErrorCode.POWER_STATE_NOT_REACHED,
        "timeout has passed");
  }

  @Test
  void changes_a_setting_later_and_fails() {
    stub.on(PATCH, ACCEPTED);
    monitor(replies(RUNNING, Reply.ok("{'TaskState':'Exception'}")));

    fails(() -> driver.bootFrom(stub.bmc(), BootDevice.PXE, false), ErrorCode.BMC_REFUSED, PATCH);
  }

  /** Dell iDRAC keeps settings of the BIOS in a job that waits for the next boot. */
  @Test
  void keeps_a_setting_until_the_next_boot() {
    stub.on(PATCH, ACCEPTED);
    monitor(() -> RUNNING);

    driver.bootFrom(stub.bmc(), BootDevice.PXE, false);
    assertThat(time.pauses().stream().reduce(Duration.ZERO, Duration::plus))
        .isEqualTo(Duration.ofSeconds(5));
  }

  private void monitor(Supplier<Reply> reply) {
    stub.on("GET " + MONITOR, reply);
  }

  private long questions() {
    return stub.requests().stream().filter(request -> request.contains(MONITOR)).count();
  }
}
