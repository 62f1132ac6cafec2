package dev.assay.conductor.hardware.ipmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.contract.FakeTime;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.storedjson.StoredJson;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands are repeated while the BMC is busy. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BusyBmcTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final String BUSY = "Get Chassis Power Status failed: Node busy";
  private static final String NOT_NOW =
      "Set Chassis Power Control to Up/On failed: Command not supported in present state";

  private final FakeTime time = new FakeTime();
  private final FakeIpmitool program;
  private final IpmiDriver driver;
  private final Bmc machine =
      new Bmc(
          NodeId.random(),
          StoredJson.object()
              .put("ipmi_address", "bmc-7")
              .put("ipmi_disable_boot_timeout", "false"));

  BusyBmcTest(@TempDir Path folder) {
    program = new FakeIpmitool(folder);
    driver = new IpmiDriver(program.program(), LIMIT, Duration.ZERO, time, time);
  }

  @Test
  void a_question_is_repeated_until_it_is_answered() {
    program.answers(1, BUSY);
    time.during(program::answersAsUsual);

    assertThat(driver.power(machine)).contains(PowerState.OFF);
    assertThat(time.pauses()).containsExactly(PAUSE);
    assertThat(program.calls()).hasSize(2);
  }

  @Test
  void a_bmc_that_stays_busy_is_given_up_within_half_a_minute() {
    program.answers(1, BUSY);

    assertFails(() -> driver.power(machine), ErrorCode.BMC_UNREACHABLE, "It is busy");
    assertThat(time.pauses()).isEqualTo(Collections.nCopies(5, PAUSE));
    assertThat(program.calls()).hasSize(6);
  }

  @Test
  void no_attempt_begins_after_the_deadline() {
    program.answers(1, BUSY);

    assertFails(
        () -> driver.power(machine, PowerState.ON, Duration.ofSeconds(12)),
        ErrorCode.BMC_UNREACHABLE,
        "It is busy");
    assertThat(program.calls()).hasSize(3);
  }

  @Test
  void each_attempt_waits_for_its_turn() {
    var careful = new IpmiDriver(program.program(), LIMIT, Duration.ofSeconds(7), time, time);
    program.answers(1, BUSY);
    time.during(
        () -> {
          if (time.pauses().size() == 2) {
            program.answersAsUsual();
          }
        });

    assertThat(careful.power(machine)).contains(PowerState.OFF);
    assertThat(time.pauses()).containsExactly(PAUSE, Duration.ofSeconds(2));
  }

  @Test
  void the_permission_is_asked_for_before_each_attempt() {
    var asked = new AtomicInteger();
    program.answers(1, "Set Chassis Boot Parameter 5 failed: Node busy");
    time.during(program::answersAsUsual);

    driver.bootFrom(machine.guardedBy(asked::incrementAndGet), BootDevice.PXE, false);

    assertThat(asked).hasValue(2);
    assertThat(program.calls()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"OFF, ON, on", "ON, OFF, off", "ON, SOFT_OFF, soft"})
  void a_power_command_is_repeated_while_the_state_of_the_machine_forbids_it(
      PowerState from, PowerState target, String word) {
    driver.power(machine, from, LIMIT);
    program.answers("power " + word, 1, NOT_NOW);
    time.during(
        () -> {
          if (time.pauses().contains(PAUSE) && program.has("answer")) {
            program.answersAsUsual();
          }
        });

    driver.power(machine, target, LIMIT);

    assertThat(program.calls()).filteredOn(call -> call.endsWith("|" + word)).hasSize(2);
  }

  @Test
  void a_question_is_repeated_while_the_state_of_the_machine_forbids_it() {
    program.answers(1, NOT_NOW);
    time.during(program::answersAsUsual);

    assertThat(driver.power(machine)).contains(PowerState.OFF);
    assertThat(program.calls()).hasSize(2);
  }

  @Test
  void a_reset_that_the_state_of_the_machine_forbids_is_off_and_on_at_once() {
    driver.power(machine, PowerState.ON, LIMIT);
    program.answers("power reset", 1, NOT_NOW);

    driver.power(machine, PowerState.REBOOT, LIMIT);

    assertThat(time.pauses()).doesNotContain(PAUSE);
    assertThat(program.calls()).anyMatch(call -> call.endsWith("|chassis|power|off"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Get Chassis Power Status failed: Insufficient privilege level",
        "Get Chassis Power Status failed: Invalid command",
        "Error: Unable to establish IPMI v2 / RMCP+ session"
      })
  void nothing_else_is_repeated(String line) {
    program.answers(1, line);

    assertThatThrownBy(() -> driver.power(machine)).isInstanceOf(HardwareFailure.class);
    assertThat(program.calls()).hasSize(1);
  }

  private static void assertFails(ThrowingCallable call, ErrorCode code, String part) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            HardwareFailure.class, failure -> assertThat(failure.code()).isEqualTo(code))
        .hasMessageContaining(part);
  }
}
