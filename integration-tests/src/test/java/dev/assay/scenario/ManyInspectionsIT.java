package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.MachineEvent;
import dev.assay.stack.Stack;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Tests two of each service with 120 machines that are all inspected at once, twice. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ManyInspectionsIT {
  private static final int MACHINES = 120;
  private static final Duration THROTTLE = Duration.ofMillis(20);
  private static final Duration LIMIT = Duration.ofMinutes(4);

  /** The number of accepted callbacks by machine. */
  private static final Map<String, Integer> ACCEPTED = new ConcurrentHashMap<>();

  @AutoClose
  static final Stack STACK =
      Stack.named("many-inspections")
          .apis(2)
          .conductors(2)
          .set("assay.inspector.require-managed-boot", false)
          .set("assay.conductor.reboot-throttle", THROTTLE)
          .start();

  @AutoClose
  static final Rack RACK =
      Rack.of(
              RackPlan.to(STACK.callbackUrl(0) + "," + STACK.callbackUrl(1))
                  .machines(MACHINES)
                  .seed(200)
                  .kinds(
                      HardwareKind.ONE_U_TWO_SOCKET,
                      HardwareKind.ARM64_SERVER,
                      HardwareKind.OLD_RAMDISK)
                  .bootTime(Duration.ofSeconds(5))
                  .powerDelay(Duration.ofMillis(100))
                  .timeScale(0.1)
                  .build(),
              ManyInspectionsIT::note)
          .start();

  private static List<String> nodes = List.of();

  @BeforeAll
  static void enrol_all_machines() {
    nodes = each(index -> Enrolment.enrol(STACK.api(index % 2), RACK.machines().get(index)));
    each(index -> STACK.api(index % 2).order(nodes.get(index), "manage"));
    await("all are manageable")
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(() -> assertThat(states()).containsExactly(MACHINES + " manageable"));
  }

  @Test
  @Order(1)
  void all_services_came_up_together_on_one_empty_database() {
    assertThat(
            STACK.database().count("select count(*) - count(distinct id) from databasechangelog"))
        .isZero();
    var conductors = STACK.api().get("/v1/conductors").require(200).json().path("conductors");
    assertThat(conductors.findValuesAsText("hostname"))
        .containsExactlyInAnyOrder("conductor-1", "conductor-2");
    assertThat(conductors.findValuesAsText("alive")).containsOnly("true");
  }

  @Test
  @Order(2)
  void started_at_once_all_end_well_none_twice_none_lost() {
    var start = seconds("clock_timestamp()");
    inspectAll();

    awaitAllInspected();

    assertThat(seconds("(select next_at from power_on_turn)") - start)
        .as("both conductors together power on one machine at a time")
        .isGreaterThanOrEqualTo(THROTTLE.multipliedBy(MACHINES).toMillis() / 1000.0);
    assertThat(InspectionRows.nodesWithFinishedRuns(STACK.database(), 1)).isEqualTo(MACHINES);
    assertEachWasAcceptedOnce(1);
    assertNothingIsLeftBehind();
  }

  @Test
  @Order(3)
  void the_same_while_one_conductor_is_killed_half_way() {
    ACCEPTED.clear();
    inspectAll();

    await("half of them are done")
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> finishedRuns() >= MACHINES + MACHINES / 2);
    STACK.conductors().getFirst().process().kill();
    awaitAllInspected();

    assertThat(InspectionRows.nodesWithFinishedRuns(STACK.database(), 2)).isEqualTo(MACHINES);
    assertEachWasAcceptedOnce(2);
    assertNothingIsLeftBehind();
    await("the dead one is seen to be dead")
        .atMost(Duration.ofSeconds(30))
        .until(() -> !isAlive("conductor-1"));
    assertThat(isAlive("conductor-2")).isTrue();

    STACK.conductors().getFirst().start();
    await("it is alive again").atMost(Duration.ofSeconds(30)).until(() -> isAlive("conductor-1"));
  }

  /** A time of the database's clock. */
  private static double seconds(String time) {
    var seconds =
        STACK.database().query("select date_part('epoch', %s)".formatted(time)).getFirst();
    return Double.parseDouble(String.valueOf(seconds));
  }

  private static boolean isAlive(String conductor) {
    var row = STACK.api().get("/v1/conductors/" + conductor).require(200).json();
    return row.path("alive").asBoolean();
  }

  private static void inspectAll() {
    each(index -> STACK.api(index % 2).order(nodes.get(index), "inspect"));
  }

  private static void awaitAllInspected() {
    await("all are manageable")
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .failFast("an inspection failed", () -> countOf("inspect failed") > 0)
        .untilAsserted(() -> assertThat(states()).containsExactly(MACHINES + " manageable"));
  }

  /**
   * Checks that each callback was accepted once a run. A machine whose power is cut while it reads
   * the response does not know that it was accepted, but the database does.
   */
  private static void assertEachWasAcceptedOnce(int runs) {
    assertThat(ACCEPTED.values()).containsOnly(1);
    assertThat(STACK.database().count("select count(*) from inspection_payload"))
        .isEqualTo((long) MACHINES * runs);
  }

  private static void assertNothingIsLeftBehind() {
    await("no message is left")
        .atMost(Duration.ofSeconds(70))
        .until(() -> STACK.database().count("select count(*) from outbox") == 0);
    await("no node is locked")
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                STACK.api().get("/v1/nodes/detail").json().findValues("reservation").stream()
                    .allMatch(JsonNode::isNull));
    assertThat(STACK.database().count("select count(*) from node where last_error is not null"))
        .isZero();
    assertThat(STACK.database().count("select count(distinct node_id) from inspection_result"))
        .isEqualTo(MACHINES);
  }

  /** The number of nodes in each state, for example {@code 170 manageable, 30 inspect wait}. */
  private static List<String> states() {
    return STACK
        .database()
        .query("select count(*) || ' ' || provision_state from node group by provision_state")
        .stream()
        .map(String::valueOf)
        .toList();
  }

  private static long countOf(String state) {
    return STACK.database().count("select count(*) from node where provision_state = ?", state);
  }

  private static long finishedRuns() {
    return STACK.database().count("select count(*) from inspection where stage = 'finished'");
  }

  private static void note(MachineEvent event) {
    if (event.stage() == MachineEvent.Stage.ACCEPTED) {
      ACCEPTED.merge(event.machine(), 1, Integer::sum);
    }
  }

  /**
   * Runs {@code work} for every machine, 32 at once; returns the results in order of the machines.
   */
  private static <T> List<T> each(IndexedWork<T> work) {
    try (var threads = Executors.newFixedThreadPool(32)) {
      List<Callable<T>> calls =
          IntStream.range(0, MACHINES).<Callable<T>>mapToObj(i -> () -> work.at(i)).toList();
      return threads.invokeAll(calls).stream().map(ManyInspectionsIT::result).toList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static <T> T result(Future<T> done) {
    try {
      return done.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new AssertionError("one of many failed", e.getCause());
    }
  }

  private interface IndexedWork<T> {
    T at(int index);
  }
}
