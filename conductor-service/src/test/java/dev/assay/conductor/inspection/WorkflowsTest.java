package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import dev.assay.conductor.command.CommandHandler;
import dev.assay.hardware.PowerState;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.node.Node;
import dev.assay.node.ProvisionEvent;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class WorkflowsTest {
  private static final String GOOD = "03-arm64.json";
  private static final byte[] ARCHIVE = {0x1f, (byte) 0x8b, 8, 0};

  @Inject CommandHandler handler;
  @Inject Bench bench;
  @Inject MovedTime time;
  @Inject RamdiskLogsConfig logs;

  @BeforeEach
  void clear() {
    bench.clear();
  }

  @Nested
  class An_inspection_to_be_started {
    @Test
    void powers_the_machine_on_and_waits() {
      var run = bench.starting(StoredJson.object());
      send(new Command.StartInspection(run.node(), run.inspection()));
      assertThat(bench.state(run).provisionState()).isEqualTo("inspect wait");
      assertThat(bench.state(run).stage()).isEqualTo("waiting");
      assertThat(bench.state(run).reservation()).isNull();
    }

    @Test
    void waits_for_a_machine_that_is_booted_by_hand_and_leaves_its_power_alone() {
      var run = bench.starting(StoredJson.object());
      bench.edit(
          run.node(),
          node -> node.update(Fixtures.manual(Map.of("inspect", "agent")), bench.now()));

      send(new Command.StartInspection(run.node(), run.inspection()));

      assertThat(bench.state(run).stage()).isEqualTo("waiting");
      assertThat(bench.node(run).powerState()).isNull();
    }

    @Test
    void is_started_once_when_the_command_comes_twice() {
      var run = bench.starting(StoredJson.object());
      send(new Command.StartInspection(run.node(), run.inspection()));
      send(new Command.StartInspection(run.node(), run.inspection()));
      assertThat(bench.state(run).timeline()).containsExactly("starting", "waiting");
    }

    @Test
    void fails_with_the_reason_when_the_bmc_does_not_obey() {
      var driverInfo = StoredJson.object();
      driverInfo.put("fake_power_failure", "out of smoke");
      var run = bench.starting(driverInfo);
      send(new Command.StartInspection(run.node(), run.inspection()));
      var state = bench.state(run);
      assertThat(state.provisionState()).isEqualTo("inspect failed");
      assertThat(state.stage()).isEqualTo("error");
      assertThat(state.lastError())
          .startsWith("Failed to inspect hardware. Reason: unable to start inspection: ")
          .contains("out of smoke");
      assertThat(state.reservation()).isNull();
    }
  }

  @Nested
  class Data_to_be_processed {
    @Test
    void PI3_become_properties_ports_and_inventory_together_with_manageable() {
      var run = bench.processing(Bench.sample(GOOD));
      send(new Command.ProcessCallback(run.node(), run.inspection()));
      var state = bench.state(run);
      assertThat(state.provisionState()).isEqualTo("manageable");
      assertThat(state.stage()).isEqualTo("finished");
      assertThat(state.properties().path("cpu_arch").textValue()).isEqualTo("aarch64");
      assertThat(state.macs()).isNotEmpty();
      assertThat(state.inventory()).isTrue();
      assertThat(state.lastError()).isNull();
    }

    @Test
    void leave_no_logs_of_the_ramdisk_in_the_database() throws IOException {
      var good = bench.processing(Bench.sample(GOOD));
      var failed = bench.processing("{\"inventory\":{\"interfaces\":[]}}");
      for (var run : List.of(good, failed)) {
        bench.logs(run, ARCHIVE);
        send(new Command.ProcessCallback(run.node(), run.inspection()));
        assertThat(bench.hasLogs(run)).isFalse();
      }
      try (var files = Files.newDirectoryStream(logs.folder())) { // good ones are not wanted
        assertThat(files)
            .filteredOn(file -> file.getFileName().toString().contains(good.node().toString()))
            .isEmpty();
      }
      try (var files = Files.list(logs.folder())) {
        assertThat(
                files.filter(
                    file -> file.getFileName().toString().startsWith(failed.node().toString())))
            .singleElement()
            .satisfies(file -> assertThat(file).hasBinaryContent(ARCHIVE));
      }
    }

    @Test
    void leave_their_logs_in_a_file_when_they_cannot_be_read_or_take_too_long() throws IOException {
      var damaged = bench.processing(Bench.sample(GOOD));
      var late = bench.processing(Bench.sample(GOOD));
      var archive = new byte[600_000]; // more than is read at once
      new Random(1).nextBytes(archive);
      bench.logs(damaged, archive);
      bench.logs(late, archive);
      bench.storePayload(damaged, new byte[] {1, 2, 3});
      send(new Command.ProcessCallback(damaged.node(), damaged.inspection()));
      time.stageIsOver(late);
      await().until(() -> !bench.hasLogs(late));

      for (var run : List.of(damaged, late)) {
        assertThat(bench.state(run).provisionState()).isEqualTo("inspect failed");
        assertThat(bench.hasLogs(run)).isFalse();
        try (var files = Files.list(logs.folder())) {
          assertThat(files.filter(it -> it.getFileName().toString().startsWith("" + run.node())))
              .singleElement()
              .satisfies(file -> assertThat(file).hasBinaryContent(archive));
        }
      }
    }

    @Test
    void leave_their_logs_in_a_file_when_the_conductor_dies_before_the_power_off()
        throws IOException {
      var run = bench.processing("{\"inventory\":{\"interfaces\":[]}}");
      send(new Command.ProcessCallback(run.node(), run.inspection()));
      bench.logs(run, ARCHIVE);
      bench.powerOffIsDue(run);

      send(new Command.ProcessCallback(run.node(), run.inspection()));

      await().until(() -> !bench.hasLogs(run));
      try (var files = Files.list(logs.folder())) {
        assertThat(files.filter(it -> it.getFileName().toString().startsWith("" + run.node())))
            .singleElement()
            .satisfies(file -> assertThat(file).hasBinaryContent(ARCHIVE));
      }
    }

    @Test
    void are_processed_once_when_the_command_comes_twice() {
      var run = bench.processing(Bench.sample(GOOD));
      send(new Command.ProcessCallback(run.node(), run.inspection()));
      send(new Command.ProcessCallback(run.node(), run.inspection()));
      assertThat(bench.state(run).timeline())
          .containsExactly("starting", "waiting", "processing", "finished");
    }

    @Test
    void are_processed_once_when_the_command_comes_many_times_at_once() throws Exception {
      var run = bench.processing(Bench.sample(GOOD));
      var go = new CountDownLatch(1);
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        IntStream.range(0, 8)
            .forEach(
                _ ->
                    threads.execute(
                        () -> {
                          awaitUninterruptibly(go);
                          send(new Command.ProcessCallback(run.node(), run.inspection()));
                        }));
        go.countDown();
      }
      assertThat(bench.state(run).timeline())
          .containsExactly("starting", "waiting", "processing", "finished");
    }

    @Test
    void that_fail_leave_nothing_behind_but_the_reason() {
      var run = bench.processing(Bench.sample("h7-no-architecture.json"));
      send(new Command.ProcessCallback(run.node(), run.inspection()));
      var state = bench.state(run);
      assertThat(state.provisionState()).isEqualTo("inspect failed");
      assertThat(state.stage()).isEqualTo("error");
      assertThat(state.lastError())
          .startsWith("Failed to finish inspection: ")
          .contains("CPU architecture");
      assertThat(state.properties()).isEmpty();
      assertThat(state.macs()).isEmpty();
      assertThat(state.inventory()).isFalse();
    }

    @Test
    void may_have_what_the_database_cannot_store_in_their_reason() {
      var body =
          """
          {"error": "a\\u0000b", "inventory": {"interfaces": [], "cpu": {}}}
          """;
      var run = bench.processing(body);
      send(new Command.ProcessCallback(run.node(), run.inspection()));
      assertThat(bench.state(run).stage()).isEqualTo("error");
      assertThat(bench.state(run).lastError()).contains("Ramdisk reported error: a\uFFFDb");
    }

    @Test
    void wait_while_another_holds_the_node_and_are_processed_when_it_dies() {
      var run = bench.processing(Bench.sample(GOOD));
      bench.holdAsOther(run, Duration.ofSeconds(1));
      send(new Command.ProcessCallback(run.node(), run.inspection()));
      assertThat(bench.state(run).stage()).isEqualTo("processing");
      await()
          .untilAsserted(
              () -> {
                send(new Command.ProcessCallback(run.node(), run.inspection()));
                assertThat(bench.state(run).stage()).isEqualTo("finished");
              });
    }
  }

  @Nested
  class Data_of_a_discovered_machine {
    @Test
    void are_processed_in_enroll_and_say_that_it_was_discovered() {
      var run = bench.discovered(Bench.sample(GOOD));
      send(new Command.ProcessCallback(run.node(), run.inspection()));
      var state = bench.state(run);
      assertThat(state.provisionState()).isEqualTo("enroll");
      assertThat(state.timeline()).containsExactly("enrolling", "processing", "finished");
      assertThat(state.properties().path("cpu_arch").textValue()).isEqualTo("aarch64");
      assertThat(state.macs()).isNotEmpty();
      assertThat(bench.pluginData(run).path("auto_discovered").isBoolean()).isTrue();
      assertThat(bench.pluginData(run).path("auto_discovered").booleanValue()).isTrue();
    }

    @Test
    void that_fail_leave_the_node_in_enroll_with_the_reason() {
      var run = bench.discovered(Bench.sample("h7-no-architecture.json"));
      send(new Command.ProcessCallback(run.node(), run.inspection()));
      var state = bench.state(run);
      assertThat(state.provisionState()).isEqualTo("enroll");
      assertThat(state.stage()).isEqualTo("error");
      assertThat(state.lastError()).contains("CPU architecture");
      assertThat(state.macs()).isEmpty();
    }
  }

  @Nested
  class An_abort {
    @Test
    void powers_off_and_ends_the_run() {
      var run = bench.aborting();
      send(new Command.AbortInspection(run.node(), run.inspection()));
      var state = bench.state(run);
      assertThat(state.provisionState()).isEqualTo("inspect failed");
      assertThat(state.lastError()).isEqualTo("Inspection was aborted by request.");
      assertThat(state.stage()).isEqualTo("error");
      assertThat(bench.node(run).powerState()).isEqualTo("power off");
      assertThat(bench.node(run).work().powerOffAfter()).isEmpty();
    }

    @Test
    void leaves_the_power_alone_when_something_was_done_with_the_node_since() {
      var run = bench.aborting();
      bench.edit(
          run.node(),
          node -> {
            node.move(ProvisionEvent.MANAGE, bench.now());
            node.powerIs(PowerState.ON, bench.now());
          });

      send(new Command.AbortInspection(run.node(), run.inspection()));

      assertThat(bench.node(run).powerState()).isEqualTo("power on");
      assertThat(bench.state(run).stage()).isEqualTo("error");
      assertThat(bench.state(run).lastError()).isEqualTo("Inspection was aborted by request.");
    }

    @Test
    void of_an_api_of_the_version_before_powers_off_too() {
      var run = bench.aborting();
      bench.edit(run.node(), Node::powerOffIsOver); // such an API does not order it

      send(new Command.AbortInspection(run.node(), run.inspection()));

      assertThat(bench.node(run).powerState()).isEqualTo("power off");
    }

    @Test
    void that_takes_too_long_says_that_the_machine_may_be_running() {
      var run = bench.aborting();
      bench.overdue(run);

      await().until(() -> bench.state(run).stage().equals("error"));
      assertThat(bench.state(run).lastError())
          .isEqualTo(
              "Inspection was aborted by request. Power off failed: no conductor started it in time."
                  + " The machine may be running.");
      assertThat(bench.node(run).work().powerOffAfter()).isEmpty();
    }

    @Test
    void is_without_effect_when_it_comes_again() {
      var run = bench.aborting();
      send(new Command.AbortInspection(run.node(), run.inspection()));
      send(new Command.AbortInspection(run.node(), run.inspection()));
      assertThat(bench.state(run).timeline())
          .containsExactly("starting", "waiting", "aborting", "error");
    }
  }

  @Nested
  class A_machine_that_never_posts {
    @Test
    void PI8_fails_after_its_time_with_the_text_that_operators_know() {
      var run = bench.waiting(Duration.ofMillis(1));
      await().until(() -> bench.state(run).stage().equals("error"));
      var state = bench.state(run);
      assertThat(state.provisionState()).isEqualTo("inspect failed");
      assertThat(state.errorCode()).isEqualTo("INSPECTION_TIMEOUT");
      assertThat(state.lastError())
          .startsWith(
              "Timeout reached while inspecting the node. Please check if the ramdisk responsible"
                  + " for the inspection is running on the node. Stage waiting took 0.")
          .endsWith("Hint: check that the node boots the ramdisk and that it reaches the API.");
    }

    @Test
    void is_left_alone_while_somebody_holds_the_node() {
      var run = bench.waiting(Duration.ofSeconds(1));
      bench.holdAsOther(run, Duration.ofSeconds(3));
      await().until(() -> bench.state(run).reservation() == null);
      await().until(() -> bench.state(run).stage().equals("error"));
    }
  }

  @Nested
  class A_command {
    @Test
    void for_a_deleted_node_is_consumed() {
      var gone = dev.assay.id.NodeId.random();
      assertThatCode(() -> send(new Command.ProcessCallback(gone, UUID.randomUUID())))
          .doesNotThrowAnyException();
    }

    @Test
    void of_another_run_does_not_touch_this_one() {
      var run = bench.processing(Bench.sample(GOOD));
      send(new Command.ProcessCallback(run.node(), UUID.randomUUID()));
      assertThat(bench.state(run).stage()).isEqualTo("processing");
      assertThat(bench.state(run).reservation()).isNull();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(Command command) {
    handler.receive(new Envelope(command, "req-test").write());
  }
}
