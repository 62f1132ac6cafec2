package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.BootOverride;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.Misbehaviour;
import dev.assay.simulator.machine.PowerState;
import dev.assay.stack.AllInOne;
import dev.assay.stack.ApiAnswer;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Installation;
import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests requests that a conductor answers while the client waits, over the broker and in one
 * process.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BootDeviceIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** No response takes longer, whatever fails: the timeout is 3 s. */
  private static final Duration BOUND = Duration.ofSeconds(15);

  @AutoClose
  static final Stack STACK =
      Stack.named("boot-device")
          .conductors(2)
          .ownBroker()
          .set("assay.api.ask-timeout", "3s")
          .set("assay.redfish.request-timeout", "5s")
          .start();

  @AutoClose
  static final AllInOne ALL_IN_ONE =
      AllInOne.start(
          Installation.emptyFolder("boot-device-all-in-one"),
          Map.of("assay.api.ask-timeout", "3s", "assay.redfish.request-timeout", "5s"));

  @AutoClose
  static final Rack RACK =
      Rack.of(
              RackPlan.to(STACK.callbackUrl())
                  .machines(16)
                  .kinds(HardwareKind.ONE_U_TWO_SOCKET)
                  .powerDelay(Duration.ofMillis(20))
                  .build())
          .start();

  private static final SpareMachines SPARE = new SpareMachines(RACK);

  /** The tests that hold wherever the conductor is. */
  abstract static class Contract {
    abstract ApiClient api();

    final Machine machine = SPARE.take();
    final String node = Enrolment.enrolAndManage(api(), machine);

    @Test
    void the_boot_device_is_set_shown_and_used_once() {
      assertThat(show().json()).hasToString("{\"boot_device\":null,\"persistent\":null}");
      assertThat(choose("floppy").fault()).contains("does not offer", "Floppy");

      assertThat(choose("pxe").require(204).body()).isEmpty();
      assertThat(machine.bootOverride()).isEqualTo(BootOverride.pxe(BootOverride.Enabled.ONCE));
      assertThat(show().json()).hasToString("{\"boot_device\":\"pxe\",\"persistent\":false}");

      power(Map.of("target", "power on"));
      assertThat(show().json()).hasToString("{\"boot_device\":null,\"persistent\":null}");
      assertThat(api().get(path() + "/supported").require(200).json())
          .hasToString(
              "{\"supported_boot_devices\":[\"pxe\",\"disk\",\"cdrom\",\"bios\",\"floppy\",\"uefihttp\"]}");
    }

    @Test
    void boot_mode_and_secure_boot_are_changed_and_stored() {
      choose("pxe").require(204);

      state("boot_mode", "bios").require(202);
      assertThat(machine.bootOverride())
          .isEqualTo(
              new BootOverride(
                  BootOverride.Target.PXE, BootOverride.Enabled.ONCE, BootOverride.Mode.LEGACY));
      assertThat(api().node(node).path("boot_mode").asText()).isEqualTo("bios");

      state("secure_boot", true).require(202);
      assertThat(machine.secureBootWanted()).isTrue();
      assertThat(api().node(node).path("secure_boot").asBoolean()).isTrue();
    }

    private ApiAnswer state(String what, Object target) {
      return api().put("/v1/nodes/%s/states/%s".formatted(node, what), Map.of("target", target));
    }

    @Test
    void an_image_is_inserted_into_the_virtual_drive_and_ejected() {
      var media = "/v1/nodes/%s/vmedia".formatted(node);
      var image = "http://192.0.2.9/rescue.iso";

      api().post(media, Map.of("device_type", "cdrom", "image_url", image)).require(204);
      assertThat(machine.insertedImage()).contains(URI.create(image));
      api().delete(media).require(204);
      assertThat(machine.insertedImage()).isEmpty();
    }

    @Test
    void a_node_that_is_worked_on_is_locked_and_a_soft_power_off_ends_in_time() {
      power(Map.of("target", "power on"));
      machine.misbehave(new Misbehaviour.IgnoresShutdown());

      order(Map.of("target", "soft power off", "timeout", 3));
      await("a conductor works on it")
          .atMost(LIMIT)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> !api().node(node).path("reservation").isNull());
      var refused = choose("pxe");
      awaitPowerDone();

      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.fault()).startsWith("Node " + node + " is locked by host ");
      assertThat(api().node(node).path("last_error").asText())
          .startsWith("Failed to change power state to 'power off' by 'soft power off': ")
          .contains("still reports power On");
      assertThat(machine.powerState()).isEqualTo(PowerState.ON);
      choose("pxe").require(204);
    }

    @Test
    void a_bmc_that_refuses_is_500_with_its_reason() {
      machine.misbehave(new Misbehaviour.BmcRefuses(401));

      for (var answer : new ApiAnswer[] {show(), choose("pxe")}) {
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.fault())
            .contains(machine.bmcUrl().toString(), "HTTP 401", "redfish_password")
            .doesNotContain(machine.password());
      }
    }

    @Test
    void a_bmc_that_hangs_is_given_up_and_the_node_is_free_again() {
      machine.misbehave(new Misbehaviour.BmcHangs());

      var late = choose("pxe");
      assertThat(late.status()).isEqualTo(503);
      assertThat(late.fault()).contains("answered within 3 s", "may still be carried out");
      assertThat(choose("pxe").status()).isEqualTo(409);

      machine.misbehave(new Misbehaviour.None());
      await("the conductor has given the node back")
          .atMost(LIMIT)
          .until(() -> api().node(node).path("reservation").isNull());
      choose("disk").require(204);
    }

    final ApiAnswer show() {
      return api().get(path());
    }

    final ApiAnswer choose(String device) {
      return api().put(path(), Map.of("boot_device", device));
    }

    private String path() {
      return "/v1/nodes/" + node + "/management/boot_device";
    }

    private void power(Map<String, ?> order) {
      order(order);
      awaitPowerDone();
    }

    private void order(Map<String, ?> order) {
      await("the order is taken")
          .atMost(LIMIT)
          .until(() -> api().put("/v1/nodes/" + node + "/states/power", order).status() == 202);
    }

    private void awaitPowerDone() {
      await("power is as ordered, or cannot be")
          .atMost(LIMIT)
          .until(
              () -> {
                var now = api().node(node);
                return now.path("target_power_state").isNull() && now.path("reservation").isNull();
              });
    }
  }

  @Nested
  class In_one_process extends Contract {
    @Override
    ApiClient api() {
      return ALL_IN_ONE.api();
    }
  }

  @Nested
  class Over_the_broker extends Contract {
    @Override
    ApiClient api() {
      return STACK.api();
    }

    @ParameterizedTest(name = "killed: {0}")
    @ValueSource(booleans = {true, false})
    void one_conductor_is_enough_when_another_ends(boolean killed) {
      var process = STACK.conductors().getFirst().process();
      if (killed) {
        process.kill();
      } else {
        process.stop();
      }
      try {
        for (int i = 0; i < 10; i++) {
          show().require(200);
        }
      } finally {
        STACK.conductors().getFirst().start();
      }
    }

    @Test
    void without_a_conductor_the_error_is_clear_and_comes_in_time() {
      STACK.conductors().forEach(conductor -> conductor.process().kill());
      try {
        var start = System.nanoTime();
        var refused = choose("pxe");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.fault()).startsWith("No conductor for driver redfish");
        await("it is known that they are gone")
            .atMost(LIMIT)
            .until(() -> show().fault().startsWith("No conductor that supports driver redfish"));
        assertThat(show().status()).isEqualTo(503);
      } finally {
        STACK.conductors().forEach(Service::start);
      }
      await("a conductor answers").atMost(LIMIT).until(() -> show().status() == 200);
      assertThat(machine.bootOverride()).as("nothing came late").isEqualTo(BootOverride.NONE);
    }

    @Test
    void without_the_broker_the_error_is_clear_and_comes_in_time() {
      STACK.broker().process().kill();
      try {
        var start = System.nanoTime();
        var refused = choose("pxe");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.fault()).containsPattern("^The (connection to the )?broker ");
      } finally {
        STACK.broker().process().start();
      }
      await("a conductor answers").atMost(LIMIT).until(() -> show().status() == 200);
      choose("pxe").require(204);
    }
  }
}
