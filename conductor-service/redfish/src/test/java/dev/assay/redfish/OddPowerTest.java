package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.PowerState;
import dev.assay.redfish.StubBmc.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Power and boot of BMCs that deviate from the standard. */
class OddPowerTest extends OddBmc {
  @Test
  void does_not_tell_its_power_state() {
    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':null}"));
    assertThat(driver.power(stub.bmc())).isEmpty();

    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':'Paused'}"));
    assertThat(driver.power(stub.bmc())).isEmpty();
  }

  @Test
  void has_an_etag_that_no_request_can_carry_and_gets_none() {
    stub.on(GET_SYSTEM, Reply.ok("{'@odata.etag':'W/\u4e2d','PowerState':'On'}"))
        .on("PATCH " + StubBmc.SYSTEM, Reply.status(204));

    driver.bootFrom(stub.bmc(), BootDevice.PXE, false);
    assertThat(stub.requests()).endsWith("PATCH " + StubBmc.SYSTEM + " basic");
  }

  @Test
  void never_reaches_the_state_and_is_asked_less_and_less_often() {
    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':'Off'}")).on(RESET, Reply.status(204));

    fails(
        () -> driver.power(stub.bmc(), PowerState.ON, Duration.ofSeconds(10)),
        ErrorCode.POWER_STATE_NOT_REACHED,
        "still reports power Off after it was told to power On");
    assertThat(time.pauses().stream().map(Duration::toMillis).toList())
        .startsWith(100L, 200L, 400L, 800L, 1600L, 2000L, 2000L)
        .satisfies(
            pauses ->
                assertThat(pauses.stream().mapToLong(Long::longValue).sum()).isEqualTo(10_000));
  }

  @Test
  void goes_away_for_a_moment_while_it_restarts() {
    stub.on(
            GET_SYSTEM,
            replies(
                Reply.ok("{'PowerState':'Off'}"),
                Reply.status(503),
                Reply.status(503),
                Reply.status(503),
                Reply.status(503),
                Reply.ok("{'PowerState':'On'}")))
        .on(RESET, Reply.status(204));

    driver.power(stub.bmc(), PowerState.ON, Duration.ofSeconds(60));
    assertThat(driver.power(stub.bmc())).contains(PowerState.ON);
  }

  @Test
  void cannot_restart_and_is_switched_off_and_on() {
    var state = new AtomicReference<>("On");
    var posts = new AtomicInteger();
    stub.on(
            GET_SYSTEM,
            () ->
                Reply.ok(
                    ("{'PowerState':'%s','Actions':{'#ComputerSystem.Reset':{'target':'/go',"
                            + "'ResetType@Redfish.AllowableValues':['On','ForceOff']}}}")
                        .formatted(state.get())))
        .on(
            "POST /go",
            () -> {
              state.set(posts.incrementAndGet() == 1 ? "Off" : "On");
              return Reply.status(204);
            });

    driver.power(stub.bmc(), PowerState.REBOOT, Duration.ofSeconds(60));
    assertThat(posts).hasValue(2);
    fails(
        () -> driver.power(stub.bmc(), PowerState.SOFT_OFF, Duration.ofSeconds(60)),
        ErrorCode.UNSUPPORTED,
        "GracefulShutdown");
  }

  @Test
  void refuses_what_was_just_done_by_somebody_else() {
    stub.on(GET_SYSTEM, replies(Reply.ok("{'PowerState':'On'}"), Reply.ok("{'PowerState':'Off'}")))
        .on(RESET, Reply.status(409));

    driver.power(stub.bmc(), PowerState.OFF, Duration.ofSeconds(60));
    assertThat(driver.power(stub.bmc())).contains(PowerState.OFF);
  }

  @Test
  void is_not_ready_for_a_while_after_a_power_change() {
    var state = new AtomicReference<>("Off");
    var early =
        "{'error':{'@Message.ExtendedInfo':[{'MessageId':'iLO.2.14.InvalidOperationForSystemState'}]}}";
    var answers =
        replies(
            Reply.status(409),
            new Reply(500, "{\"MessageId\":\"IDRAC.2.8.SYS518\"}", List.of()),
            new Reply(400, early.replace('\'', '"'), List.of()),
            Reply.status(204));
    stub.on(GET_SYSTEM, () -> Reply.ok("{'PowerState':'%s'}".formatted(state.get())))
        .on(
            RESET,
            () -> {
              var answer = answers.get();
              if (answer.status() == 204) {
                state.set("On");
              }
              return answer;
            });

    driver.power(stub.bmc(), PowerState.ON, Duration.ofSeconds(60));
    assertThat(stub.bodies()).hasSize(4);
  }

  @Test
  void hangs_in_a_shutdown_and_is_forced_off() {
    var state = new AtomicReference<>("PoweringOff");
    stub.on(GET_SYSTEM, () -> Reply.ok("{'PowerState':'%s'}".formatted(state.get())))
        .on(
            RESET,
            () -> {
              state.set("Off");
              return Reply.status(204);
            });

    driver.power(stub.bmc(), PowerState.OFF, Duration.ofSeconds(60));
    assertThat(stub.bodies()).containsExactly("{\"ResetType\":\"ForceOff\"}");
  }

  @ParameterizedTest(name = "{0} of {1}: {2}")
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "REBOOT      | 'On','ForceOff','ForceRestart','GracefulRestart' | ForceRestart",
        "REBOOT      | 'On','ForceOff','GracefulRestart'                | GracefulRestart",
        "REBOOT      | 'On','ForceOff'                                  | -",
        "SOFT_REBOOT | 'On','GracefulShutdown','GracefulRestart'        | GracefulRestart",
        "SOFT_REBOOT | 'On','GracefulShutdown','ForceRestart'           | -",
      })
  void is_only_reset_when_it_may_never_be_off(
      PowerState target, String offered, @Nullable String sent) {
    stub.on(
            GET_SYSTEM,
            Reply.ok(
                "{'PowerState':'On','Actions':{'#ComputerSystem.Reset':{'target':'/go','ResetType@Redfish.AllowableValues':[%s]}}}"
                    .formatted(offered)))
        .on("POST /go", Reply.status(204));
    var bmc = stub.bmc();
    var kept = new Bmc(bmc.node(), bmc.driverInfo(), Optional.empty(), false, () -> {});

    if (sent == null) {
      fails(
          () -> driver.power(kept, target, Duration.ofSeconds(60)),
          ErrorCode.UNSUPPORTED,
          "disable_power_off");
      assertThat(stub.bodies()).isEmpty();
    } else {
      driver.power(kept, target, Duration.ofSeconds(60));
      assertThat(stub.bodies()).containsExactly("{\"ResetType\":\"%s\"}".formatted(sent));
    }
  }

  @Test
  void refuses_a_reset() {
    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':'On'}")).on(RESET, Reply.status(400));

    fails(
        () -> driver.power(stub.bmc(), PowerState.OFF, Duration.ofSeconds(60)),
        ErrorCode.BMC_ANSWER_UNUSABLE,
        RESET,
        "HTTP 400");
  }

  /** RFC 9110 13.1.1 compares strongly, and some BMCs have weak ETags all the same. */
  @Test
  void refuses_the_weak_etag_that_it_gave() {
    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':'On'}").with("ETag", "W/\"1\""))
        .on("PATCH " + StubBmc.SYSTEM, replies(Reply.status(412), Reply.status(204)));

    driver.bootFrom(stub.bmc(), BootDevice.PXE, false);
    assertThat(stub.requests())
        .contains("PATCH " + StubBmc.SYSTEM + " basic W/\"1\"")
        .endsWith("PATCH " + StubBmc.SYSTEM + " basic \"1\"");
  }

  @Test
  void refuses_every_form_of_the_etag_that_it_gave_and_gets_none() {
    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':'On'}").with("ETag", "\"1\""))
        .on(
            "PATCH " + StubBmc.SYSTEM,
            replies(Reply.status(412), Reply.status(412), Reply.status(204)));

    driver.bootFrom(stub.bmc(), BootDevice.PXE, false);
    assertThat(stub.requests()).endsWith("PATCH " + StubBmc.SYSTEM + " basic");
  }

  @Test
  void was_changed_between_reading_and_writing() {
    stub.on(
            GET_SYSTEM,
            replies(Reply.ok("{}").with("ETag", "\"1\""), Reply.ok("{'@odata.etag':'W/2'}")))
        .on("PATCH " + StubBmc.SYSTEM, replies(Reply.status(412), Reply.status(204)));

    driver.bootFrom(stub.bmc(), BootDevice.PXE, false);
    assertThat(stub.requests())
        .filteredOn(request -> request.startsWith("PATCH"))
        .containsExactly(
            "PATCH " + StubBmc.SYSTEM + " basic \"1\"", "PATCH " + StubBmc.SYSTEM + " basic W/2");
  }

  @Test
  void is_changed_every_time() {
    stub.on(GET_SYSTEM, Reply.ok("{}")).on("PATCH " + StubBmc.SYSTEM, Reply.status(412));

    fails(
        () -> driver.bootFrom(stub.bmc(), BootDevice.PXE, false),
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "HTTP 412");
    assertThat(stub.requests()).filteredOn(request -> request.startsWith("PATCH")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'Boot':null}",
        "{'Boot':{}}",
        "{'Boot':{'BootSourceOverrideTarget':'Pxe'}}"
      })
  void does_not_tell_its_boot_device(String system) {
    stub.on(GET_SYSTEM, Reply.ok(system));

    assertThat(driver.bootDevice(stub.bmc())).isEqualTo(BootChoice.NONE);
  }

  @Test
  void tells_secure_boot_where_it_has_it() {
    stub.on(
            GET_SYSTEM,
            Reply.ok(
                "{'Manufacturer':' Acme ','Boot':{'BootSourceOverrideMode':'Legacy'},"
                    + "'SecureBoot':{'@odata.id':'/secure'}}"))
        .on("GET /secure", replies(Reply.ok("{'SecureBootEnable':true}"), Reply.status(404)));

    var settings = driver.bootSettings(stub.bmc());
    assertThat(settings.mode()).isEqualTo("bios");
    assertThat(settings.secureBoot()).isTrue();
    assertThat(settings.vendor()).contains("Acme");
    assertThat(driver.bootSettings(stub.bmc()).secureBoot()).isNull();
  }
}
