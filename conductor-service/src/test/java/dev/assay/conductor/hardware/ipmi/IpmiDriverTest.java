package dev.assay.conductor.hardware.ipmi;

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
import dev.assay.id.NodeId;
import dev.assay.storedjson.StoredJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver with a script in place of ipmitool. */
class IpmiDriverTest extends HardwareDriverContract {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String STATUS = "chassis|power|status";

  private final FakeIpmitool program;
  private final FakeTime time = new FakeTime();
  private final IpmiDriver driver;

  IpmiDriverTest(@TempDir Path folder) {
    program = new FakeIpmitool(folder);
    driver =
        new IpmiDriver(
            program.program(),
            LIMIT,
            Duration.ZERO,
            InstantSource.system(),
            _ -> Thread.sleep(1)); // an interrupt ends it, as it ends a real pause
  }

  @Override
  protected HardwareDriver driver() {
    return driver;
  }

  @Override
  protected Bmc machine() {
    return bmc("{}");
  }

  @Test
  void is_described_as_the_table_of_the_api_says() {
    var description = driver.description();

    assertThat(description.accepted(InterfaceType.BOOT))
        .containsExactly("ipxe", "pxe", "http", "http-ipxe");
    assertThat(description.accepted(InterfaceType.MANAGEMENT)).containsExactly("ipmitool", "noop");
    assertThat(description.accepted(InterfaceType.POWER)).containsExactly("ipmitool");
    assertThat(description.accepted(InterfaceType.INSPECT)).containsExactly("agent", "no-inspect");
    assertThat(description.byDefault(InterfaceType.RAID)).isEqualTo("no-raid");
    assertThat(description.managedBoot()).containsExactlyInAnyOrder("ipxe", "pxe");
    assertThat(description.bootDevices())
        .containsExactly(
            BootDevice.PXE, BootDevice.DISK, BootDevice.CDROM, BootDevice.BIOS, BootDevice.SAFE);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = " => ",
      value = {
        "{} => -I|lanplus|-H|10.0.0.5|-p|623|-L|ADMINISTRATOR",
        "{'ipmi_address':'[2001:db8::5]'} => -I|lanplus|-H|2001:db8::5|-p|623|-L|ADMINISTRATOR",
        "{'ipmi_port':6230} => -I|lanplus|-H|10.0.0.5|-p|6230|-L|ADMINISTRATOR",
        "{'ipmi_username':'-P'} => -I|lanplus|-H|10.0.0.5|-p|623|-U|-P|-L|ADMINISTRATOR",
        "{'ipmi_priv_level':'operator'} => -I|lanplus|-H|10.0.0.5|-p|623|-L|OPERATOR",
        "{'ipmi_cipher_suite':'017'} => -I|lanplus|-H|10.0.0.5|-p|623|-L|ADMINISTRATOR|-C|17",
        "{'ipmi_protocol_version':'1.5','ipmi_cipher_suite':3} => -I|lan|-H|10.0.0.5|-p|623|-L|ADMINISTRATOR",
        "{'ipmi_bridging':'no','ipmi_target_channel':7} => -I|lanplus|-H|10.0.0.5|-p|623|-L|ADMINISTRATOR",
        "{'ipmi_bridging':'single','ipmi_target_channel':0,'ipmi_target_address':'0x72'} => -I|lanplus|-H|10.0.0.5|-p|623|-L|ADMINISTRATOR|-b|0|-t|114",
        "{'ipmi_bridging':'dual','ipmi_target_channel':7,'ipmi_target_address':'0x72','ipmi_transit_channel':6,'ipmi_transit_address':'0x82','ipmi_local_address':'0x22'} => -I|lanplus|-H|10.0.0.5|-p|623|-L|ADMINISTRATOR|-m|34|-B|6|-T|130|-b|7|-t|114",
      })
  void driver_info_becomes_options(String driverInfo, String options) {
    var _ = power().power(bmc(driverInfo));

    assertThat(program.calls())
        .containsExactly("-v|" + options + "|-N|1|-R|4|-f|/dev/stdin|" + STATUS);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = " => ",
      value = {
        "{'ipmi_address':''} => Missing the following parameters in driver_info for driver ipmi: ipmi_address.",
        "{'ipmi_address':'-o list'} => ipmi_address in driver_info must be a host name or an address, such as 10.0.0.5 or 2001:db8::5, without scheme, user and port.",
        "{'ipmi_port':'0'} => ipmi_port in driver_info must be a whole number from 1 to 65535, not 0.",
        "{'ipmi_username':'seventeen-letters'} => ipmi_username in driver_info must not be longer than 16 bytes.",
        "{'ipmi_password':'twenty-one-characters'} => ipmi_password in driver_info must not be longer than 20 bytes.",
        "{'ipmi_protocol_version':'1.5','ipmi_password':'seventeen-letters'} => ipmi_password in driver_info must not be longer than 16 bytes.",
        "{'ipmi_password':'two\\nlines'} => ipmi_password in driver_info must not contain line breaks, tabs or other control characters.",
        "{'ipmi_password':'end\\n'} => ipmi_password in driver_info must not contain line breaks, tabs or other control characters.",
        "{'ipmi_priv_level':'ROOT'} => ipmi_priv_level in driver_info must be one of ADMINISTRATOR, CALLBACK, OPERATOR, USER, not ROOT.",
        "{'ipmi_bridging':'single','ipmi_target_channel':0} => Missing ipmi_target_address in driver_info, which ipmi_bridging single needs.",
        "{'ipmi_bridging':'dual','ipmi_target_channel':0,'ipmi_target_address':1} => Missing ipmi_transit_address in driver_info, which ipmi_bridging dual needs. Missing ipmi_transit_channel in driver_info, which ipmi_bridging dual needs.",
        "{'ipmi_hex_kg_key':'1'} => ipmi_hex_kg_key in driver_info must be pairs of hexadecimal digits, at most 40.",
        "{'ipmi_hex_kg_key':'010002'} => ipmi_hex_kg_key in driver_info must not have a byte 00 before others: it cannot be passed on."
      })
  void what_cannot_be_used_is_refused_before_anything_runs(String driverInfo, String why) {
    assertFails(() -> power().power(bmc(driverInfo)), ErrorCode.INVALID_PARAMETER, why);

    assertThat(program.has("calls")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'ipmi_bridging':'single','ipmi_target_channel':0}",
        "{'ipmi_bridging':'Dual','ipmi_target_channel':0,'ipmi_target_address':1}",
        "{'ipmi_protocol_version':'1.5','ipmi_password':'seventeen-letters'}",
        "{'ipmi_hex_kg_key':'010002'}"
      })
  void what_cannot_be_used_is_known_to_the_api(String driverInfo) {
    assertThat(driver.description().invalid(bmc(driverInfo).driverInfo())).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"calvin-the-3rd", " -P blanks ", "pässwörd", "'\"$(reboot)", ""})
  void the_password_goes_to_standard_input_only(String password) {
    var driverInfo = StoredJson.object().put("ipmi_address", "10.0.0.5");
    driverInfo.put("ipmi_password", password);

    var _ = power().power(new Bmc(NodeId.random(), driverInfo));

    var bytes = new String(password.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    assertThat(program.input()).isEqualTo(password.isEmpty() ? "\0" : bytes);
    if (!password.isEmpty()) {
      assertThat(program.read("calls") + program.read("environment")).doesNotContain(bytes);
    }
  }

  @Test
  void the_program_sees_nothing_of_the_environment_of_the_service() {
    var _ = power().power(machine());

    assertThat(program.environment())
        .filteredOn(variable -> !variable.isEmpty())
        .allMatch(variable -> variable.matches("(PATH|PWD|OLDPWD|LC_ALL|SHLVL|_)=.*"));
  }

  @Test
  void the_kg_key_is_in_the_environment_byte_by_byte() {
    var _ = power().power(bmc("{'ipmi_hex_kg_key':'0a7fff80275c24250a0000'}"));

    assertThat(program.environment()).contains("IPMI_KGKEY=\n\177\u00ff\u0080'\\$%\n");
    assertThat(program.calls()).singleElement().asString().endsWith("/dev/stdin|-K|" + STATUS);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = " => ",
      value = {
        "PXE,   false, {} => pxe|options=efiboot",
        "DISK,  true,  {} => disk|options=persistent,efiboot",
        "CDROM, false, {'ipmi_boot_mode':'bios'} => cdrom",
        "SAFE,  true,  {'ipmi_boot_mode':'bios'} => safe|options=persistent"
      })
  void the_boot_device_is_set_in_the_boot_mode(String request, String command) {
    var parts = request.split(", *", 3);

    boot().bootFrom(bmc(parts[2]), BootDevice.valueOf(parts[0]), Boolean.parseBoolean(parts[1]));

    assertThat(program.calls()).hasSize(2);
    assertThat(program.calls().getFirst()).endsWith("|raw|0x00|0x08|0x03|0x08");
    assertThat(program.calls().getLast()).endsWith("|chassis|bootdev|" + command);
  }

  @Test
  void the_boot_device_may_expire_where_the_operator_wants_it() {
    boot().bootFrom(bmc("{'ipmi_disable_boot_timeout':'False'}"), BootDevice.PXE, false);

    assertThat(program.calls()).singleElement().asString().contains("|bootdev|pxe");
  }

  @Test
  void a_boot_device_that_ipmi_lacks_is_refused_before_anything_runs() {
    assertFails(
        () -> boot().bootFrom(machine(), BootDevice.UEFIHTTP, false),
        ErrorCode.UNSUPPORTED,
        "Driver ipmi cannot choose boot device uefihttp for the BMC at 10.0.0.5 port 623.");
    assertThat(program.has("calls")).isFalse();
  }

  @ParameterizedTest(name = "persistent: {0}")
  @ValueSource(booleans = {true, false})
  void only_a_boot_device_for_the_next_boot_is_cancelled(boolean persistent) {
    boot().bootFrom(machine(), BootDevice.PXE, persistent);

    boot().cancelBootOnce(machine());
    boot().cancelBootOnce(machine());

    assertThat(boot().bootDevice(machine()))
        .isEqualTo(persistent ? new BootChoice(BootDevice.PXE, true) : BootChoice.NONE);
    assertThat(program.calls())
        .filteredOn(call -> call.endsWith("|raw|0x00|0x08|0x05|0x00|0x00|0x00|0x00|0x00"))
        .hasSize(persistent ? 0 : 1);
  }

  @Test
  void nothing_is_cancelled_without_permission() {
    boot().bootFrom(machine(), BootDevice.PXE, false);
    var forbidden = new IllegalStateException("the lease is lost");
    var bmc =
        machine()
            .guardedBy(
                () -> {
                  throw forbidden;
                });

    assertThatThrownBy(() -> boot().cancelBootOnce(bmc)).isSameAs(forbidden);
    assertThat(boot().bootDevice(machine())).isEqualTo(new BootChoice(BootDevice.PXE, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Unsupported parameter", "Invalid command", "Parameter out of range"})
  void a_bmc_that_has_no_boot_flags_has_none_to_cancel(String reason) {
    program.answers(1, "Get Chassis Boot Parameter 5 failed: " + reason);

    boot().cancelBootOnce(machine());

    assertThat(program.calls()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bootparam get 5      | Get Chassis Boot Parameter 5 failed: Insufficient privilege level",
        "0x00 0x00 0x00 0x00  | Unable to send RAW command (cmd=0x8 rsp=0xd4): Insufficient privilege level"
      })
  void a_boot_device_that_may_remain_is_told(String command, String line) {
    boot().bootFrom(machine(), BootDevice.PXE, false);
    program.answers(command, 1, line);

    assertThatThrownBy(() -> boot().cancelBootOnce(machine()))
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.BMC_REFUSED))
        .hasMessageContaining(line);
  }

  @Test
  void the_vendor_is_the_manufacturer_that_the_bmc_reports() {
    assertThat(boot().bootSettings(machine()).vendor()).contains("Supermicro");

    program.answers(0, "Manufacturer Name         : Unknown (0x1234)");
    assertThat(boot().bootSettings(machine()).vendor()).isEmpty();
  }

  @Test
  void a_restart_of_a_machine_that_is_on_is_a_reset() {
    power().power(machine(), PowerState.ON, LIMIT);
    power().power(machine(), PowerState.REBOOT, LIMIT);

    assertThat(program.calls())
        .anyMatch(call -> call.endsWith("|chassis|power|reset"))
        .noneMatch(call -> call.endsWith("|chassis|power|off"));
  }

  @Test
  void a_machine_that_may_never_be_off_has_no_soft_reboot() {
    power().power(machine(), PowerState.ON, LIMIT);
    var kept = new Bmc(machine().node(), machine().driverInfo(), Optional.empty(), false, () -> {});

    assertFails(
        () -> power().power(kept, PowerState.SOFT_REBOOT, LIMIT),
        ErrorCode.UNSUPPORTED,
        "The machine would be powered off and on, because IPMI has no soft reboot; its node has"
            + " disable_power_off set.");
    power().power(kept, PowerState.REBOOT, LIMIT);
    assertThat(program.calls())
        .noneMatch(call -> call.endsWith("|chassis|power|soft"))
        .anyMatch(call -> call.endsWith("|chassis|power|reset"));
  }

  @ParameterizedTest(name = "the last question is answered: {0}")
  @ValueSource(booleans = {true, false})
  void a_machine_that_stays_on_is_told_with_what_was_done(boolean answered) {
    program.answers(0, "Chassis Power is on\nChassis Power Control: Soft");
    var end = time.instant().plusSeconds(60);
    time.during(
        () -> {
          if (!answered && !time.instant().isBefore(end)) {
            program.answers(1, "Error: Unable to establish IPMI v2 / RMCP+ session");
          }
        });
    var slow = new IpmiDriver(program.program(), LIMIT, Duration.ZERO, time, time);

    assertFails(
        () -> slow.power(machine(), PowerState.SOFT_OFF, Duration.ofSeconds(60)),
        ErrorCode.POWER_STATE_NOT_REACHED,
        "The BMC at 10.0.0.5 port 623 still reports power on after it was told to power soft, and"
            + " the timeout has passed. Check the BMC's log, or raise the time-out if the machine"
            + " is slow.");
    assertThat(time.pauses().stream().reduce(Duration.ZERO, Duration::plus))
        .isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void a_bmc_that_never_answers_after_the_command_is_unreachable() {
    program.answers(0, "Chassis Power is on\nChassis Power Control: Soft");
    time.during(
        () -> {
          if (time.pauses().size() == 2) { // the first is before the command
            program.answers(1, "Error: Unable to establish IPMI v2 / RMCP+ session");
          }
        });
    var slow = new IpmiDriver(program.program(), LIMIT, Duration.ofSeconds(1), time, time);

    assertThatThrownBy(() -> slow.power(machine(), PowerState.SOFT_OFF, Duration.ofSeconds(60)))
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.BMC_UNREACHABLE));
  }

  @Test
  void a_bmc_is_left_alone_for_a_while_after_each_command() {
    var careful = new IpmiDriver(program.program(), LIMIT, Duration.ofSeconds(5), time, time);

    var _ = careful.power(machine());
    var _ = careful.power(bmc("{'ipmi_address':'10.0.0.6'}"));
    assertThat(time.pauses()).isEmpty();

    var _ = careful.power(machine());
    assertThat(time.pauses()).containsExactly(Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'ipmi_hex_kg_key':'0a7f'}"})
  void a_missing_program_is_told_with_what_to_install(String driverInfo) {
    assertCannotRun("/no/such/program", driverInfo);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'ipmi_hex_kg_key':'0a7f'}"})
  void so_is_one_that_may_not_be_run(String driverInfo, @TempDir Path folder) {
    assertCannotRun(folder.toString(), driverInfo);
  }

  private void assertCannotRun(String name, String driverInfo) {
    var none = new IpmiDriver(name, LIMIT, Duration.ZERO, time, time);

    assertThat(none.unusable()).isPresent();
    assertThat(driver.unusable()).isEmpty();
    assertThatThrownBy(() -> none.power(bmc(driverInfo)))
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNSUPPORTED))
        .hasMessageStartingWith("This conductor cannot run ipmitool (")
        .hasMessageContaining(name)
        .hasMessageContaining("Install the package ipmitool");
  }

  private static void assertFails(ThrowingCallable call, ErrorCode code, String sentence) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            HardwareFailure.class, failure -> assertThat(failure.code()).isEqualTo(code))
        .hasMessage(sentence);
  }

  /** A BMC with {@code more} in driver_info, in single quotes. */
  private static Bmc bmc(String more) {
    var driverInfo = StoredJson.object().put("ipmi_address", "10.0.0.5");
    driverInfo.setAll(StoredJson.read(more.replace('\'', '"'), ObjectNode.class));
    return new Bmc(NodeId.random(), driverInfo);
  }
}
