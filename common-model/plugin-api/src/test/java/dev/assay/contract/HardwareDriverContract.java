package dev.assay.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.Boot;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.BootMode;
import dev.assay.hardware.BootModes;
import dev.assay.hardware.Firmware;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.HardwareInventory;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.inventory.Inventory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests what every driver that can set power and boot device must do; the test of a driver extends
 * this class, or {@link DriverDescriptionContract} when the driver can do less.
 */
public abstract class HardwareDriverContract extends DriverDescriptionContract {
  private static final Duration LIMIT = Duration.ofSeconds(20);

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
    if (driver() instanceof BootModes modes) {
      assertThatThrownBy(() -> modes.setBootMode(bmc, BootMode.BIOS)).isSameAs(forbidden);
    }
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

  @Test
  void tells_the_boot_mode_that_was_chosen_last_and_keeps_the_boot_device() {
    if (lacks(BootModes.class, InterfaceType.MANAGEMENT)) {
      return;
    }
    boot().bootFrom(machine(), BootDevice.PXE, true);

    assertThat(List.of(BootMode.BIOS, BootMode.UEFI, BootMode.UEFI))
        .allSatisfy(
            mode -> {
              ((BootModes) driver()).setBootMode(machine(), mode);
              assertThat(boot().bootSettings(machine()).mode()).isEqualTo(mode.wire());
            });
    assertThat(boot().bootDevice(machine())).isEqualTo(new BootChoice(BootDevice.PXE, true));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tells_that_secure_boot_was_switched_or_that_it_cannot_be(boolean on) {
    if (lacks(BootModes.class, InterfaceType.MANAGEMENT)) {
      return;
    }
    try {
      ((BootModes) driver()).setSecureBoot(machine(), on);
    } catch (HardwareFailure e) {
      assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED);
      return;
    }

    assertThat(boot().bootSettings(machine()).secureBoot()).isEqualTo(on);
  }

  @Test
  void reports_versions_of_firmware_without_anything_empty() {
    if (lacks(Firmware.class, InterfaceType.FIRMWARE)) {
      return;
    }

    var versions = ((Firmware) driver()).firmware(machine());

    assertThat(versions).isNotEmpty();
    assertThat(versions.keySet()).isSubsetOf("bios", "bmc");
    assertThat(versions.values()).noneMatch(String::isBlank);
  }

  @Test
  void reports_what_the_machine_consists_of_without_changing_it() {
    if (lacks(HardwareInventory.class, InterfaceType.INSPECT)) {
      return;
    }
    var before = power().power(machine());

    var report = ((HardwareInventory) driver()).inventory(machine());

    var inventory = new Inventory(report.inventory());
    assertThat(inventory.macs()).isNotEmpty();
    assertThat(inventory.architecture()).isPresent();
    assertThat(inventory.member("memory").path("physical_mb").isIntegralNumber()).isTrue();
    assertThat(inventory.member("cpu").path("frequency").isTextual()).isTrue();
    assertThat(report.pluginData().path("local_gb").isIntegralNumber()).isTrue();
    assertThat(power().power(machine())).isEqualTo(before);
  }

  /** Whether the driver lacks an ability; then it must not promise interface {@code redfish}. */
  private boolean lacks(Class<?> ability, InterfaceType promise) {
    if (ability.isInstance(driver())) {
      return false;
    }
    assertThat(driver().description().accepted(promise))
        .as("interfaces that need %s", ability.getSimpleName())
        .doesNotContain("redfish", "idrac-redfish");
    return true;
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
