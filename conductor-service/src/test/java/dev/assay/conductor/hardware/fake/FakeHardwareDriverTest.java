package dev.assay.conductor.hardware.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.contract.FakeTime;
import dev.assay.contract.HardwareDriverContract;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.PowerState;
import dev.assay.hardware.Sleep;
import dev.assay.id.NodeId;
import dev.assay.storedjson.StoredJson;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FakeHardwareDriverTest extends HardwareDriverContract {
  private final HardwareDriver driver = new FakeHardwareDriver(InstantSource.system(), Sleep.REAL);
  private final Bmc machine =
      new Bmc(NodeId.random(), StoredJson.object().put("fake_power_delay", "0.01"));

  @Override
  protected HardwareDriver driver() {
    return driver;
  }

  @Override
  protected Bmc machine() {
    return machine;
  }

  @Test
  void inspects_by_itself_unless_told_otherwise() {
    var description = driver.description();

    assertThat(description.accepted(InterfaceType.INSPECT))
        .containsExactly("fake", "agent", "no-inspect");
    assertThat(description.byDefault(InterfaceType.POWER)).isEqualTo("fake");
    assertThat(description.managedBoot()).isEmpty();
  }

  @Test
  void has_a_console_and_rescue_of_its_own_as_ironic_has() {
    assertThat(driver.description().byDefault(InterfaceType.CONSOLE)).isEqualTo("fake");
    assertThat(driver.description().byDefault(InterfaceType.RESCUE)).isEqualTo("fake");
  }

  @Test
  void boots_from_the_network_only_and_says_so() {
    assertThat(driver.description().bootDevices()).containsExactly(BootDevice.PXE);
    assertThat(boot().bootDevice(machine)).isEqualTo(new BootChoice(BootDevice.PXE, false));
    assertThatThrownBy(() -> boot().bootFrom(machine, BootDevice.DISK, true))
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNSUPPORTED))
        .hasMessage("The fake machine boots from pxe only, not from disk.");

    power().power(machine, PowerState.ON, Duration.ofSeconds(1));
    assertThat(boot().bootDevice(machine)).isEqualTo(new BootChoice(BootDevice.PXE, false));
  }

  @Test
  void keeps_machines_apart() {
    power().power(machine, PowerState.ON, Duration.ofSeconds(1));

    assertThat(power().power(new Bmc(NodeId.random(), StoredJson.object())))
        .contains(PowerState.OFF);
  }

  @Test
  void takes_as_long_as_it_is_told() {
    var time = new FakeTime();
    var slow = bmc(StoredJson.object().put("fake_power_delay", 12.5));
    new FakeHardwareDriver(time, time).power(slow, PowerState.ON, Duration.ofMinutes(1));

    assertThat(time.pauses()).containsExactly(Duration.ofMillis(12_500));
  }

  @Test
  void fails_at_the_limit_and_stays_as_it_was() {
    var time = new FakeTime();
    var driver = new FakeHardwareDriver(time, time);
    var slow = bmc(StoredJson.object().put("fake_power_delay", 90));

    assertThatThrownBy(() -> driver.power(slow, PowerState.ON, Duration.ofSeconds(60)))
        .isInstanceOf(HardwareFailure.class)
        .hasMessage(
            "The fake machine did not reach power on within 60 s: its fake_power_delay is 90 s.");
    assertThat(time.pauses()).containsExactly(Duration.ofSeconds(60));
    assertThat(driver.power(slow)).contains(PowerState.OFF);
  }

  @Test
  void fails_with_the_text_it_is_told() {
    var broken =
        bmc(
            StoredJson.object()
                .put("fake_power_failure", "the plug is out")
                .put("fake_boot_failure", "no boot today"));

    assertThatThrownBy(() -> power().power(broken)).hasMessage("the plug is out");
    assertThatThrownBy(() -> power().power(broken, PowerState.ON, Duration.ofSeconds(1)))
        .hasMessage("the plug is out");
    assertThatThrownBy(() -> boot().bootFrom(broken, BootDevice.PXE, false))
        .hasMessage("no boot today");
    assertThatThrownBy(() -> boot().bootSettings(broken)).hasMessage("no boot today");
    assertThatThrownBy(() -> boot().bootDevice(broken)).hasMessage("no boot today");
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "-1", "86401", "1e9999"})
  void refuses_a_delay_that_is_none(String delay) {
    var odd = bmc(StoredJson.object().put("fake_power_delay", delay));

    assertThatThrownBy(() -> power().power(odd, PowerState.ON, Duration.ofSeconds(1)))
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_PARAMETER))
        .hasMessageContaining("must be a number of seconds");
  }

  private static Bmc bmc(ObjectNode driverInfo) {
    return new Bmc(NodeId.random(), driverInfo);
  }
}
