package dev.assay.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what every driver must do; the test of a driver extends this class. */
@DisplayNameGeneration(ReplaceUnderscores.class)
public abstract class HardwareDriverContract {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** The driver to test. */
  protected abstract HardwareDriver driver();

  /** A machine that is off when the test begins, and whose change of power takes a moment. */
  protected abstract Bmc machine();

  @ParameterizedTest
  @EnumSource
  void accepts_at_least_one_implementation_and_none_twice(InterfaceType type) {
    var accepted = driver().description().accepted(type);

    assertThat(accepted).isNotEmpty().doesNotHaveDuplicates();
    assertThat(driver().description().byDefault(type)).isEqualTo(accepted.getFirst());
  }

  @Test
  void manages_boot_only_by_interfaces_it_accepts() {
    assertThat(driver().description().accepted(InterfaceType.BOOT))
        .containsAll(driver().description().managedBoot());
  }

  @Test
  void is_published_and_read_back() throws JsonProcessingException {
    var json = JSON.writeValueAsString(driver().description());

    assertThat(JSON.readValue(json, DriverDescription.class)).isEqualTo(driver().description());
  }

  @Test
  void describes_every_key_and_asks_for_the_required_ones() {
    var description = driver().description();
    var required = new HashSet<String>();
    description
        .properties()
        .forEach(
            (key, property) -> {
              assertThat(property.description()).as(key).endsWith(".");
              if (property.required()) {
                required.add(key);
              }
            });

    var missing = description.missing(JsonNodeFactory.instance.objectNode());
    assertThat(missing.isPresent()).isEqualTo(!required.isEmpty());
    assertThat(required).allSatisfy(key -> assertThat(missing.orElseThrow()).contains(key));
    assertThat(description.missing(machine().driverInfo())).isEmpty();
  }

  @Test
  void powers_on_and_off_and_says_so() {
    var power = power();
    assertThat(power.power(machine())).contains(PowerState.OFF);

    power.power(machine(), PowerState.ON, LIMIT);
    assertThat(power.power(machine())).contains(PowerState.ON);
    power.power(machine(), PowerState.ON, LIMIT);
    assertThat(power.power(machine())).contains(PowerState.ON);

    power.power(machine(), PowerState.OFF, LIMIT);
    assertThat(power.power(machine())).contains(PowerState.OFF);
    power.power(machine(), PowerState.OFF, LIMIT);
    assertThat(power.power(machine())).contains(PowerState.OFF);
  }

  @ParameterizedTest
  @EnumSource(names = {"REBOOT", "SOFT_REBOOT"})
  void powers_on_a_machine_that_is_off_when_it_shall_restart(PowerState restart) {
    power().power(machine(), restart, LIMIT);

    assertThat(power().power(machine())).contains(PowerState.ON);
  }

  @ParameterizedTest
  @EnumSource(names = {"REBOOT", "SOFT_REBOOT"})
  void restarts_a_machine_that_is_on(PowerState restart) {
    power().power(machine(), PowerState.ON, LIMIT);
    power().power(machine(), restart, LIMIT);

    assertThat(power().power(machine())).contains(PowerState.ON);
  }

  @Test
  void shuts_down_softly() {
    power().power(machine(), PowerState.ON, LIMIT);
    power().power(machine(), PowerState.SOFT_OFF, LIMIT);

    assertThat(power().power(machine())).contains(PowerState.OFF);
  }

  @Test
  void fails_when_it_takes_longer_than_the_limit() {
    var machine = machine();
    var _ = power().power(machine); // the first request also logs in, which takes longer

    assertThatThrownBy(() -> power().power(machine, PowerState.ON, Duration.ofMillis(1)))
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(ErrorCode.POWER_STATE_NOT_REACHED);
              assertThat(failure.sentence()).endsWith(".");
            });
  }

  @Test
  void changes_nothing_without_permission() {
    power().power(machine(), PowerState.ON, LIMIT);
    boot().bootFrom(machine(), BootDevice.PXE, true);
    var forbidden = new IllegalStateException("the lease is lost");
    var bmc =
        machine()
            .guardedBy(
                () -> {
                  throw forbidden;
                });

    for (var target :
        List.of(PowerState.OFF, PowerState.SOFT_OFF, PowerState.REBOOT, PowerState.SOFT_REBOOT)) {
      assertThatThrownBy(() -> power().power(bmc, target, LIMIT)).isSameAs(forbidden);
    }
    assertThatThrownBy(() -> boot().bootFrom(bmc, BootDevice.PXE, false)).isSameAs(forbidden);
    assertThat(power().power(bmc)).contains(PowerState.ON);
    assertThat(boot().bootDevice(bmc)).isEqualTo(new BootChoice(BootDevice.PXE, true));
  }

  @Test
  void is_cancelled_and_not_failed_by_an_interrupt() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> power().power(machine(), PowerState.ON, LIMIT))
          .isInstanceOf(CancellationException.class);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    power().power(machine(), PowerState.ON, LIMIT);
    assertThat(power().power(machine())).contains(PowerState.ON);
  }

  @Test
  void boots_from_the_network_as_often_as_it_is_told() {
    var boot = boot();

    assertThat(Arrays.asList(false, true, false))
        .allSatisfy(persistent -> boot.bootFrom(machine(), BootDevice.PXE, persistent));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tells_the_boot_device_that_was_chosen_last(boolean persistent) {
    boot().bootFrom(machine(), driver().description().bootDevices().getFirst(), !persistent);
    boot().bootFrom(machine(), BootDevice.PXE, persistent);

    assertThat(boot().bootDevice(machine())).isEqualTo(new BootChoice(BootDevice.PXE, persistent));
  }

  @Test
  void describes_which_boot_devices_can_be_chosen() {
    assertThat(driver().description().bootDevices())
        .contains(BootDevice.PXE)
        .doesNotHaveDuplicates();
  }

  @Test
  void tells_how_the_machine_boots() {
    assertThat(boot().bootSettings(machine()).mode()).isIn("uefi", "bios", null);
  }

  /** The driver as one that can set power, as inspection with a ramdisk needs. */
  protected final Power power() {
    assertThat(driver()).isInstanceOf(Power.class);
    return (Power) driver();
  }

  /** The driver as one that can choose the boot device, as inspection with a ramdisk needs. */
  protected final Boot boot() {
    assertThat(driver()).isInstanceOf(Boot.class);
    return (Boot) driver();
  }
}
