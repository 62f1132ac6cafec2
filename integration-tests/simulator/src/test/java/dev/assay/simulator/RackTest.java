package dev.assay.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.BootOverride;
import dev.assay.simulator.machine.BootOverride.Enabled;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineEvent;
import dev.assay.simulator.machine.MachineEvent.Stage;
import dev.assay.simulator.machine.Misbehaviour;
import dev.assay.simulator.machine.Misbehaviour.Garbage;
import dev.assay.simulator.machine.PowerState;
import dev.assay.simulator.machine.ResetType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RackTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Duration A_WHILE = Duration.ofMillis(300);

  private final TestService service = new TestService();
  private final List<MachineEvent> events = new CopyOnWriteArrayList<>();
  private Rack rack = rack(plan());
  private Machine machine = rack.machines().getFirst();

  @AfterEach
  void close() {
    rack.close();
    service.close();
  }

  @Nested
  class A_machine_that_boots_from_the_network {
    @Test
    void posts_what_it_is_with_the_headers_of_the_ramdisk() throws Exception {
      boot();
      awaitStage(Stage.ACCEPTED);

      var request = service.callbacks().getFirst();
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.query()).isEmpty();
      assertThat(request.headers())
          .containsEntry("content-type", "application/json")
          .containsEntry("accept", "application/json")
          .containsKey("content-length")
          .doesNotContainKeys("x-openstack-ironic-api-version", "upgrade", "content-encoding");
      assertThat(request.body()).isEqualTo(machine.payload().toString());
    }

    @Test
    void goes_through_its_stages_in_order() {
      boot();
      awaitStage(Stage.ACCEPTED);

      assertThat(stages())
          .containsExactly(
              Stage.POWER_ON, Stage.BOOTING, Stage.COLLECTING, Stage.POSTING, Stage.ACCEPTED);
      assertThat(events).allMatch(event -> event.machine().equals("rack1-u01"));
    }

    @Test
    void does_neither_lookup_nor_heartbeat_without_an_API_URL() {
      boot();
      awaitStage(Stage.ACCEPTED);

      neverAgain(() -> service.requests().size() > 1);
    }

    @Test
    void looks_up_and_sends_heartbeats_with_an_API_URL() {
      replaceRack(plan().apiUrl(service.url() + "/").timeScale(0.001));
      boot();
      await().atMost(LIMIT).until(() -> machine.counters().heartbeats() >= 2);

      assertThat(service.requests().stream().map(TestService.Request::path).distinct())
          .containsExactly(
              "/v1/continue_inspection", "/", "/v1/lookup", "/v1/heartbeat/" + TestService.UUID);
      var lookup = service.to("/v1/lookup").getFirst();
      assertThat(lookup.headers()).containsEntry("x-openstack-ironic-api-version", "1.62");
      assertThat(lookup.query())
          .isEqualTo(
              "addresses=%s&node_uuid=%s"
                  .formatted(String.join(",", machine.macAddresses()), TestService.UUID));
      var heartbeat = service.to("/v1/heartbeat").getFirst();
      assertThat(heartbeat.headers()).containsEntry("x-openstack-ironic-api-version", "1.68");
      assertThat(heartbeat.body())
          .contains(
              "\"callback_url\":\"https://198.",
              "\"agent_verify_ca\":\"-----BEGIN CERTIFICATE-----",
              "\"agent_version\"",
              TestService.TOKEN);
    }

    @Test
    void looks_up_without_UUID_after_a_refusal_and_again_while_the_node_is_locked() {
      service.nextAnswer("/v1/continue_inspection", 404, "{}");
      service.nextAnswer("/v1/lookup", 409, "{}").nextAnswer("/v1/lookup", 404, "{}");
      replaceRack(plan().apiUrl(service.url()));
      boot();
      await().atMost(LIMIT).until(() -> machine.counters().heartbeats() >= 1);

      assertThat(service.to("/v1/lookup")).hasSize(3);
      assertThat(service.to("/v1/lookup").getFirst().query()).doesNotContain("node_uuid");
    }

    @Test
    void sends_no_token_to_an_API_whose_version_it_cannot_read() {
      service.nextAnswer("/", 500, "");
      replaceRack(plan().apiUrl(service.url()));
      boot();
      await().atMost(LIMIT).until(() -> !service.to("/v1/heartbeat").isEmpty());

      assertThat(service.to("/v1/heartbeat").getFirst().body()).doesNotContain("agent_token");
    }

    @Test
    void gives_up_when_its_token_is_hidden() {
      var answer =
          """
          {"node": {"uuid": "x"}, "config": {"heartbeat_timeout": 300, "agent_token": "******"}}
          """;
      service.nextAnswer("/v1/lookup", 200, answer);
      replaceRack(plan().apiUrl(service.url()));
      boot();
      awaitStage(Stage.GAVE_UP);

      assertThat(service.to("/v1/heartbeat")).isEmpty();
    }

    @Test
    void starts_anew_when_its_agent_dies() {
      service.nextAnswer("/v1/continue_inspection", 202, "");
      boot();
      awaitStage(Stage.ACCEPTED);

      assertThat(stages()).contains(Stage.RESTARTING);
      assertThat(machine.counters().callbacksPosted()).isEqualTo(2);
      assertThat(machine.counters().agentRestarts()).isOne();
    }

    @Test
    void stops_at_once_when_the_power_goes_off() {
      replaceRack(plan().apiUrl(service.url()).timeScale(0.0001));
      boot();
      await().atMost(LIMIT).until(() -> machine.counters().heartbeats() >= 3);
      machine.reset(ResetType.FORCE_OFF);
      await().atMost(LIMIT).until(() -> machine.powerState() == PowerState.OFF);

      int before = service.requests().size();
      neverAgain(() -> service.requests().size() > before + 1);
    }

    @Test
    void posts_again_after_a_restart() {
      machine.overrideBoot(BootOverride.pxe(Enabled.CONTINUOUS));
      machine.reset(ResetType.ON);
      await().atMost(LIMIT).until(() -> service.callbacks().size() == 1);
      machine.reset(ResetType.FORCE_RESTART);
      await().atMost(LIMIT).until(() -> service.callbacks().size() == 2);
    }
  }

  @Nested
  class A_machine_that_boots_from_its_disk {
    @Test
    void posts_nothing() {
      machine.reset(ResetType.ON);
      awaitStage(Stage.LOCAL_BOOT);

      neverAgain(() -> !service.requests().isEmpty());
    }

    @Test
    void posts_when_the_plan_puts_the_network_first() {
      replaceRack(plan().networkFirst(true));
      machine.reset(ResetType.ON);
      awaitStage(Stage.ACCEPTED);
    }
  }

  @Nested
  class A_misbehaving_machine {
    @Test
    void boots_slowly() {
      machine.misbehave(new Misbehaviour.SlowBoot(Duration.ofSeconds(1)));
      boot();
      awaitStage(Stage.BOOTING);
      neverAgain(() -> !service.callbacks().isEmpty());
      awaitStage(Stage.ACCEPTED);
    }

    @Test
    void never_boots() {
      machine.misbehave(new Misbehaviour.NeverBoots());
      boot();
      awaitStage(Stage.BOOTING);
      neverAgain(() -> !service.callbacks().isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void posts_garbage(Garbage garbage) {
      service.nextAnswer("/v1/continue_inspection", 400, "{}");
      machine.misbehave(new Misbehaviour.PostsGarbage(garbage));
      boot();
      awaitStage(Stage.REFUSED);

      var request = service.callbacks().getFirst();
      assertThat(request.isJson()).isEqualTo(garbage == Garbage.WRONG_SHAPE);
    }

    @Test
    void posts_twice() {
      machine.misbehave(new Misbehaviour.PostsTwice());
      boot();
      await().atMost(LIMIT).until(() -> service.callbacks().size() == 2);
      var callbacks = service.callbacks();
      assertThat(callbacks.get(0).body()).isEqualTo(callbacks.get(1).body());
    }

    @Test
    void loses_the_answer_and_posts_again() {
      machine.misbehave(new Misbehaviour.LosesAnswer());
      boot();
      awaitStage(Stage.ACCEPTED);

      await().atMost(LIMIT).until(() -> service.callbacks().size() == 2);
      assertThat(service.callbacks()).allMatch(TestService.Request::isJson);
      assertThat(machine.counters().agentRestarts()).isOne();
    }

    @Test
    void reports_an_error() throws Exception {
      machine.misbehave(new Misbehaviour.ReportsError("no disks found"));
      boot();
      awaitStage(Stage.ACCEPTED);

      var body = new ObjectMapper().readTree(service.callbacks().getFirst().body());
      assertThat(body.path("error").asText())
          .isEqualTo("The following errors were encountered:\n* no disks found");
      assertThat(body.has("inventory")).isTrue();
    }
  }

  @Nested
  class The_rack {
    @Test
    void is_the_same_for_the_same_plan() {
      try (var other = Rack.of(plan().machines(12).build());
          var another = Rack.of(plan().machines(12).build())) {
        assertThat(other.machines()).map(Machine::macAddresses).doesNotHaveDuplicates();
        assertThat(other.machines())
            .map(Machine::macAddresses)
            .isEqualTo(another.machines().stream().map(Machine::macAddresses).toList());
        assertThat(other.machines().stream().map(m -> m.hardware().kind()))
            .startsWith(HardwareKind.values());
        assertThat(other.requireMachine("rack1-u12")).isSameAs(other.machines().getLast());
      }
    }

    @Test
    void refuses_to_start_on_a_port_that_is_taken() {
      int taken = machine.bmcUrl().getPort();
      try (var other = Rack.of(plan().firstBmcPort(taken).build())) {
        assertThatThrownBy(other::start).isInstanceOf(IllegalStateException.class);
      }
    }

    @Test
    void makes_payloads_of_a_size() throws Exception {
      try (var other = Rack.of(plan().kinds(HardwareKind.ONE_U_TWO_SOCKET).build())) {
        var sized = Payloads.ofSize(other.machines().getFirst(), 50_000);

        assertThat(sized.length).isBetween(50_000, 50_140);
        var devices = new ObjectMapper().readTree(sized).path("pci_devices");
        assertThat(devices.findValuesAsText("bus")).doesNotHaveDuplicates();
      }
    }
  }

  private RackPlan.Builder plan() {
    return RackPlan.to(service.callbackUrl())
        .bootTime(Duration.ofMillis(20))
        .powerDelay(Duration.ofMillis(20))
        .requestTimeout(Duration.ofSeconds(5))
        .timeScale(0.01);
  }

  private Rack rack(RackPlan.Builder plan) {
    return Rack.of(plan.build(), events::add).start();
  }

  private void replaceRack(RackPlan.Builder plan) {
    rack.close();
    events.clear();
    rack = rack(plan);
    machine = rack.machines().getFirst();
  }

  private void boot() {
    machine.overrideBoot(BootOverride.pxe(Enabled.ONCE));
    machine.reset(ResetType.ON);
  }

  private List<Stage> stages() {
    return events.stream().map(MachineEvent::stage).toList();
  }

  private void awaitStage(Stage stage) {
    await().atMost(LIMIT).until(() -> stages().contains(stage));
  }

  private static void neverAgain(Callable<Boolean> condition) {
    await().during(A_WHILE).atMost(LIMIT).until(() -> !condition.call());
  }
}
