package dev.assay.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.liveness.CrashPoint;
import dev.assay.message.Command;
import dev.assay.scenario.Enrolment;
import dev.assay.scenario.InspectionRows;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Installation;
import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of spec state-machine.md 5: a conductor dies at each step of each command, and another
 * one brings it to the same end as if nothing had happened. What the specification lets fail
 * (processing that is seen again) is carried out, since nothing of it was stored before.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CrashPointsIT {
  private static final Path FILE = Installation.target().resolve("crash-point").toAbsolutePath();

  @AutoClose
  static final Stack STACK =
      Stack.named("crash-points")
          .conductors(2)
          .set("assay.inspector.require-managed-boot", false)
          .set("assay.crash-file", FILE)
          .start();

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final ApiClient api = STACK.api();
  private final String address = Enrolment.newAddress();
  private String node = "";

  /**
   * All, with assay.fault.all; else every step of the two longest commands, two of the others. The
   * power-off is the end of the command process-callback: it is not received for itself.
   */
  static Stream<Arguments> commands_and_points() {
    return Stream.of(
            Command.VERIFY_NODE,
            Command.START_INSPECTION,
            Command.PROCESS_CALLBACK,
            Command.ABORT_INSPECTION,
            Command.POWER_OFF_AFTER,
            Command.CLEAN_NODE,
            Command.CHANGE_POWER)
        .flatMap(command -> points(command).stream().map(point -> Arguments.of(command, point)));
  }

  private static Set<CrashPoint> points(String command) {
    if (command.equals(Command.POWER_OFF_AFTER)) {
      return EnumSet.of(CrashPoint.WORKED, CrashPoint.COMMITTED);
    }
    return Boolean.getBoolean("assay.fault.all")
            || command.equals(Command.START_INSPECTION)
            || command.equals(Command.PROCESS_CALLBACK)
        ? EnumSet.allOf(CrashPoint.class)
        : EnumSet.of(CrashPoint.WORKED, CrashPoint.COMMITTED);
  }

  @AfterEach
  void both_conductors_run() throws IOException {
    Files.deleteIfExists(FILE);
    dead().forEach(Service::start);
  }

  private static List<Service> dead() {
    return STACK.conductors().stream().filter(it -> !it.process().isAlive()).toList();
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("commands_and_points")
  void a_command_ends_well_although_its_conductor_dies(String command, CrashPoint point)
      throws IOException {
    prepare(command);
    Files.writeString(FILE, "%s %s %s".formatted(point, command, node));

    order(command);

    await("a conductor dies").atMost(LIMIT).until(() -> !dead().isEmpty());
    assertThat(dead()).hasSize(1);
    assertEndsAsUsual(command);
    await("nobody holds the node")
        .atMost(LIMIT)
        .until(() -> api.node(node).path("reservation").isNull());
    assertThat(api.node(node).path("last_error").asText())
        .isEqualTo(command.equals(Command.ABORT_INSPECTION) ? ABORTED : "null");
  }

  /** The commands that come when the ramdisk has booted. */
  private static final Set<String> WAITING =
      Set.of(Command.PROCESS_CALLBACK, Command.ABORT_INSPECTION, Command.POWER_OFF_AFTER);

  private static final String ABORTED = "Inspection was aborted by request.";

  private void prepare(String command) {
    node = api.createNode(Map.of("driver", "fake-hardware", "inspect_interface", "agent"));
    api.createPort(node, address);
    if (command.equals(Command.VERIFY_NODE)) {
      return;
    }
    api.manage(node);
    if (command.equals(Command.POWER_OFF_AFTER)) {
      changePower(); // there must be something to switch off
      awaitPower("power on");
    }
    if (WAITING.contains(command)) {
      api.order(node, "inspect");
      api.awaitState(node, "inspect wait");
    }
  }

  private void order(String command) {
    switch (command) {
      case Command.VERIFY_NODE -> api.order(node, "manage");
      case Command.START_INSPECTION -> api.order(node, "inspect");
      case Command.PROCESS_CALLBACK, Command.POWER_OFF_AFTER ->
          api.callback(Enrolment.minimalBody(address)).require(202);
      case Command.ABORT_INSPECTION -> api.order(node, "abort");
      case Command.CLEAN_NODE -> api.order(node, "provide");
      case Command.CHANGE_POWER -> changePower();
      default -> throw new IllegalArgumentException(command);
    }
  }

  private void assertEndsAsUsual(String command) {
    switch (command) {
      case Command.VERIFY_NODE -> api.awaitState(node, "manageable", LIMIT);
      case Command.START_INSPECTION -> {
        api.awaitState(node, "inspect wait", LIMIT);
        assertHistory("starting", "waiting");
      }
      case Command.PROCESS_CALLBACK -> {
        api.awaitState(node, "manageable", LIMIT);
        assertHistory("starting", "waiting", "processing", "finished");
        assertThat(api.get("/v1/nodes/" + node + "/inventory").status()).isEqualTo(200);
        assertThat(api.portsOf(node)).containsExactly(address);
      }
      case Command.ABORT_INSPECTION -> {
        await("the abort is done")
            .atMost(LIMIT)
            .until(() -> InspectionRows.stagesOf(STACK.database(), node).equals(List.of("error")));
        assertHistory("starting", "waiting", "aborting", "error");
      }
      case Command.CLEAN_NODE -> api.awaitState(node, "available", LIMIT);
      case Command.POWER_OFF_AFTER -> {
        api.awaitState(node, "manageable", LIMIT);
        awaitPower("power off");
        assertHistory("starting", "waiting", "processing", "finished");
      }
      case Command.CHANGE_POWER -> awaitPower("power on");
      default -> throw new IllegalArgumentException(command);
    }
  }

  private void changePower() {
    api.put("/v1/nodes/" + node + "/states/power", Map.of("target", "power on")).require(202);
  }

  private void awaitPower(String state) {
    await("the power is changed")
        .atMost(LIMIT)
        .until(
            () ->
                api.node(node).path("power_state").asText().equals(state)
                    && api.node(node).path("target_power_state").isNull());
  }

  /** The only inspection of the node passed these stages, each once. */
  private void assertHistory(String... stages) {
    assertThat(
            STACK
                .database()
                .query(
                    """
                    select string_agg(t ->> 'stage', ' ' order by ordinality)
                    from inspection i join node n on n.id = i.node_id,
                      jsonb_array_elements(i.timeline) with ordinality as e(t, ordinality)
                    where n.uuid = ? group by i.id
                    """,
                    UUID.fromString(node)))
        .containsExactly(String.join(" ", stages));
  }
}
