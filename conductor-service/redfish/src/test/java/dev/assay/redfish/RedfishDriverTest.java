package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.contract.FakeTime;
import dev.assay.contract.HardwareDriverContract;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.NetworkCards;
import dev.assay.hardware.PowerState;
import dev.assay.hardware.Sleep;
import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.BootOverride;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.Misbehaviour;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver against the simulated BMC. */
class RedfishDriverTest extends HardwareDriverContract {
  private static final RedfishDriver.Times SHORT =
      new RedfishDriver.Times(
          Duration.ofSeconds(2), Duration.ofMillis(300), Duration.ofSeconds(20));
  private static final RedfishDriver.Times LONG =
      new RedfishDriver.Times(
          Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(60));

  private final Rack rack =
      Rack.of(
              RackPlan.to("http://127.0.0.1:9/v1/continue_inspection")
                  .kinds(HardwareKind.ONE_U_TWO_SOCKET)
                  .powerDelay(Duration.ofMillis(50))
                  .build())
          .start();
  private final Machine simulated = rack.machines().getFirst();
  private final NodeId node = NodeId.random();
  private final HardwareDriver driver = new RedfishDriver(LONG, InstantSource.system(), Sleep.REAL);

  @AfterEach
  void close() {
    rack.close();
  }

  @Override
  protected HardwareDriver driver() {
    return driver;
  }

  @Override
  protected Bmc machine() {
    return with("auto", simulated.password());
  }

  @Test
  void is_described_as_the_table_of_the_api_says() {
    var description = driver.description();

    assertThat(description.byDefault(InterfaceType.BOOT)).isEqualTo("ipxe");
    assertThat(description.accepted(InterfaceType.INSPECT))
        .containsExactly("agent", "redfish", "no-inspect");
    assertThat(description.managedBoot())
        .containsExactlyInAnyOrder(
            "ipxe", "pxe", "http", "http-ipxe", "redfish-virtual-media", "redfish-https");
    assertThat(description.properties().keySet())
        .containsExactlyInAnyOrder(
            "redfish_address",
            "redfish_system_id",
            "redfish_username",
            "redfish_password",
            "redfish_verify_ca",
            "redfish_auth_type",
            "redfish_tls_minimum_version",
            "redfish_tls_ciphers");
  }

  @Test
  void makes_the_machine_boot_from_the_network_once() {
    boot().bootFrom(machine(), BootDevice.PXE, false);

    assertThat(simulated.bootOverride()).isEqualTo(BootOverride.pxe(BootOverride.Enabled.ONCE));
    power().power(machine(), PowerState.ON, Duration.ofSeconds(10));
    assertThat(simulated.counters().powerOns()).isEqualTo(1);
    power().power(machine(), PowerState.REBOOT, Duration.ofSeconds(10));
    assertThat(simulated.counters().powerOns()).isEqualTo(2);
  }

  @Test
  void tells_the_addresses_of_the_network_cards() {
    assertThat(((NetworkCards) driver).macAddresses(machine()))
        .extracting(MacAddress::text)
        .containsExactlyElementsOf(new LinkedHashSet<>(simulated.macAddresses()));
  }

  @ParameterizedTest
  @CsvSource({"PXE, PXE", "DISK, HDD", "CDROM, CD", "BIOS, BIOS_SETUP", "UEFIHTTP, UEFI_HTTP"})
  void chooses_the_boot_device_from_now_on(BootDevice device, BootOverride.Target target) {
    boot().bootFrom(machine(), device, true);

    assertThat(simulated.bootOverride().target()).isEqualTo(target);
    assertThat(simulated.bootOverride().enabled()).isEqualTo(BootOverride.Enabled.CONTINUOUS);
  }

  @Test
  void has_no_boot_device_that_nobody_chose() {
    assertThat(boot().bootDevice(machine())).isEqualTo(BootChoice.NONE);
  }

  @ParameterizedTest
  @CsvSource({"true, PXE", "false,"})
  void boots_from_the_chosen_device_every_time_or_once(boolean persistent, BootDevice afterwards) {
    boot().bootFrom(machine(), BootDevice.PXE, persistent);
    power().power(machine(), PowerState.ON, Duration.ofSeconds(10));

    assertThat(boot().bootDevice(machine()).device()).isEqualTo(afterwards);
  }

  @ParameterizedTest
  @EnumSource(names = {"SAFE", "WANBOOT", "ISCSIBOOT"})
  void says_which_boot_device_it_cannot(BootDevice device) {
    fails(() -> boot().bootFrom(machine(), device, false), ErrorCode.UNSUPPORTED, device.wire());
  }

  @Test
  void says_which_boot_device_this_bmc_does_not_offer() {
    fails(
        () -> boot().bootFrom(machine(), BootDevice.FLOPPY, false),
        ErrorCode.UNSUPPORTED,
        "Floppy",
        simulated.bmcUrl().toString());
    assertThat(simulated.bootOverride()).isEqualTo(BootOverride.NONE);
  }

  @Test
  void describes_the_devices_that_redfish_has() {
    assertThat(driver.description().bootDevices())
        .containsExactly(
            BootDevice.PXE,
            BootDevice.DISK,
            BootDevice.CDROM,
            BootDevice.BIOS,
            BootDevice.FLOPPY,
            BootDevice.UEFIHTTP);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "UEFI_HTTP, ONCE,       UEFIHTTP, false",
    "HDD,       CONTINUOUS, DISK,     true",
    "CD,        DISABLED,   ,",
    "USB,       ONCE,       ,",
    "NONE,      CONTINUOUS, ,"
  })
  void tells_the_boot_device_in_the_words_of_the_api(
      BootOverride.Target target,
      BootOverride.Enabled enabled,
      BootDevice device,
      Boolean persistent) {
    simulated.overrideBoot(new BootOverride(target, enabled, BootOverride.Mode.UEFI));

    assertThat(boot().bootDevice(machine())).isEqualTo(new BootChoice(device, persistent));
  }

  @ParameterizedTest
  @EnumSource(names = {"SOFT_OFF", "SOFT_REBOOT"})
  void waits_for_the_operating_system_only_as_long_as_it_is_told(PowerState soft) {
    power().power(machine(), PowerState.ON, Duration.ofSeconds(10));
    simulated.misbehave(new Misbehaviour.IgnoresShutdown());
    var time = new FakeTime();

    fails(
        () -> new RedfishDriver(LONG, time, time).power(machine(), soft, Duration.ofMinutes(10)),
        ErrorCode.POWER_STATE_NOT_REACHED,
        "still reports power On",
        "after it was told to power Off");
    assertThat(time.pauses().stream().reduce(Duration.ZERO, Duration::plus))
        .isEqualTo(Duration.ofMinutes(10));
    assertThat(power().power(machine())).contains(PowerState.ON);
  }

  @Test
  void tells_mode_secure_boot_and_vendor() {
    var settings = boot().bootSettings(machine());

    assertThat(settings.mode()).isEqualTo("uefi");
    assertThat(settings.secureBoot()).isFalse();
    assertThat(settings.vendor()).contains(simulated.hardware().manufacturer());
  }

  @Nested
  class Access {
    @ParameterizedTest
    @ValueSource(strings = {"basic", "session", "auto", "AUTO"})
    void is_granted_in_every_way(String type) {
      assertThat(power().power(with(type, simulated.password()))).contains(PowerState.OFF);
    }

    @ParameterizedTest
    @ValueSource(strings = {"basic", "session", "auto"})
    void is_refused_to_a_wrong_password_even_after_a_right_one(String type) {
      assertThat(power().power(with(type, simulated.password()))).contains(PowerState.OFF);
      fails(
          () -> power().power(with(type, "wr0ng-secret")),
          ErrorCode.BMC_REFUSED,
          simulated.bmcUrl().toString(),
          "HTTP 401",
          "redfish_password");
    }

    @Test
    void keeps_one_session_for_many_requests() {
      for (var i = 0; i < 40; i++) { // the simulated BMC has room for 16 sessions
        assertThat(power().power(with("session", simulated.password()))).isPresent();
      }
    }

    @Test
    void leaves_no_session_behind_when_the_driver_is_closed() {
      for (var i = 0; i < 40; i++) { // the simulated BMC has room for 16 sessions
        try (var one = new RedfishDriver(LONG, InstantSource.system(), Sleep.REAL)) {
          assertThat(one.power(with("session", simulated.password()))).isPresent();
        }
      }
    }

    @Test
    void is_refused_to_nobody() {
      var info =
          JsonNodeFactory.instance
              .objectNode()
              .put("redfish_address", simulated.bmcUrl().toString());
      info.put("redfish_system_id", simulated.systemPath());

      fails(() -> power().power(new Bmc(node, info)), ErrorCode.BMC_REFUSED, "HTTP 401");
    }

    @Test
    void says_that_a_system_is_not_there() {
      var info = machine().driverInfo().put("redfish_system_id", "/redfish/v1/Systems/nosuch");

      fails(
          () -> power().power(new Bmc(node, info)),
          ErrorCode.BMC_ANSWER_UNUSABLE,
          "/redfish/v1/Systems/nosuch",
          "redfish_system_id");
    }
  }

  @Nested
  class A_bmc_that_misbehaves {
    @ParameterizedTest
    @ValueSource(strings = {"basic", "session", "auto"})
    void and_refuses_everyone(String type) {
      simulated.misbehave(new Misbehaviour.BmcRefuses(401));

      fails(
          () -> power().power(with(type, simulated.password())), ErrorCode.BMC_REFUSED, "HTTP 401");
    }

    @Test
    void and_is_busy_is_waited_for_as_long_as_it_says_but_not_forever() {
      var time = new FakeTime();
      simulated.misbehave(new Misbehaviour.BmcRefuses(503));

      fails(
          () -> new RedfishDriver(LONG, time, time).power(machine()),
          ErrorCode.BMC_UNREACHABLE,
          "HTTP 503",
          "busy");
      assertThat(time.pauses())
          .containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(5));
    }

    @Test
    void and_was_busy_for_a_while_is_no_failure() {
      var time = new FakeTime();
      time.during(() -> simulated.misbehave(new Misbehaviour.None()));
      simulated.misbehave(new Misbehaviour.BmcRefuses(503));

      assertThat(new RedfishDriver(LONG, time, time).power(machine())).contains(PowerState.OFF);
    }

    @RepeatedTest(6)
    void and_answers_garbage_is_told_whatever_it_is_asked(RepetitionInfo repetition) {
      simulated.misbehave(new Misbehaviour.BmcAnswersGarbage());
      var garbled = (RedfishDriver) driver();
      List<Consumer<Bmc>> operations =
          List.of(
              garbled::power,
              garbled::inventory,
              garbled::firmware,
              garbled::bootSettings,
              garbled::macAddresses,
              garbled::hasCdDrive);

      for (var i = 0; i < operations.size(); i++) {
        var operation = operations.get((i + repetition.getCurrentRepetition()) % operations.size());
        assertThatThrownBy(() -> operation.accept(machine()))
            .isInstanceOfSatisfying(
                HardwareFailure.class,
                failure ->
                    assertThat(failure.code())
                        .isIn(ErrorCode.BMC_ANSWER_UNUSABLE, ErrorCode.BMC_UNREACHABLE));
      }
    }

    @Test
    void and_hangs_is_given_up() {
      simulated.misbehave(new Misbehaviour.BmcHangs());

      fails(
          () -> new RedfishDriver(SHORT, InstantSource.system(), Sleep.REAL).power(machine()),
          ErrorCode.BMC_UNREACHABLE,
          "no answer within 300 ms",
          simulated.bmcUrl().toString());
    }

    @Test
    void and_has_closed_its_port_is_unreachable() {
      simulated.misbehave(new Misbehaviour.BmcPortClosed());

      fails(
          () -> power().power(machine()),
          ErrorCode.BMC_UNREACHABLE,
          "did not answer GET",
          "redfish_address");
    }
  }

  private Bmc with(String authType, String password) {
    return new Bmc(
        node,
        JsonNodeFactory.instance
            .objectNode()
            .put("redfish_address", simulated.bmcUrl().toString())
            .put("redfish_username", simulated.username())
            .put("redfish_password", password)
            .put("redfish_auth_type", authType));
  }

  private void fails(ThrowingCallable call, ErrorCode code, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> {
              assertThat(failure.code()).as(failure.sentence()).isEqualTo(code);
              assertThat(failure.sentence())
                  .contains(parts)
                  .doesNotContain(simulated.password(), "wr0ng-secret")
                  .endsWith(".");
            });
  }
}
