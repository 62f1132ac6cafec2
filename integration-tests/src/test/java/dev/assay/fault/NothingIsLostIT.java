package dev.assay.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.scenario.Enrolment;
import dev.assay.scenario.InspectionRows;
import dev.assay.scenario.SharedStack;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Server;
import dev.assay.stack.Stack;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Tests that nothing is lost when a process dies and restarts while ramdisks post their callbacks.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class NothingIsLostIT {
  private static final Stack STACK = SharedStack.emptied();

  private static final int NODES = 10;
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private final ApiClient api = STACK.api();

  /** The nodes by the address of their port. */
  private final Map<String, String> waiting = new LinkedHashMap<>();

  @BeforeEach
  void ten_nodes_wait_for_their_ramdisks() {
    for (int i = 0; i < NODES; i++) {
      var address = Enrolment.newAddress();
      waiting.put(address, Enrolment.waiting(api, address));
    }
  }

  @AfterEach
  void everything_runs_again() {
    for (var server : new Server[] {broker(), conductor(), apiProcess()}) {
      if (!server.isAlive()) {
        server.start();
      }
    }
  }

  @Test
  void the_ramdisk_is_answered_without_conductor_and_broker_and_all_ends_well_afterwards() {
    conductor().kill();
    broker().kill();

    var start = System.nanoTime();
    postAll();
    var perPost = Duration.ofNanos(System.nanoTime() - start).dividedBy(NODES);

    assertThat(perPost).isLessThan(Duration.ofSeconds(2));
    assertThat(waiting.values()).allMatch(node -> api.stateOf(node).equals("inspecting"));

    broker().start();
    conductor().start();
    assertAllFinishedOnce();
  }

  @Test
  void everything_goes_on_by_itself_after_the_broker_was_gone_for_a_while() {
    broker().kill();
    postAll();
    broker().start();

    assertAllFinishedOnce();
  }

  @Test
  void what_the_api_had_accepted_is_done_although_it_was_killed_before_it_could_tell_anyone() {
    broker().kill();
    postAll();
    apiProcess().kill();
    broker().start();
    apiProcess().start();

    assertAllFinishedOnce();
  }

  @Test
  void a_conductor_that_is_asked_to_stop_finishes_or_leaves_its_work_to_others() {
    postAll();
    conductor().terminate();
    var status = conductor().awaitEnd();

    // 143 is the exit status of a virtual machine that shut down after SIGTERM.
    assertThat(status).isIn(0, 143);
    await("its registration is gone")
        .atMost(Duration.ofSeconds(10))
        .until(
            () ->
                !api.get("/v1/conductors/conductor-1")
                    .require(200)
                    .json()
                    .path("alive")
                    .asBoolean());
    conductor().start();
    assertAllFinishedOnce();
  }

  @Test
  void an_api_that_is_asked_to_stop_has_kept_whatever_it_said_it_had_accepted() {
    var accepted = new LinkedHashMap<String, String>();
    for (var each : waiting.entrySet()) {
      if (accepted.size() == NODES / 2) {
        apiProcess().terminate();
      }
      try {
        if (api.callback(Enrolment.minimalBody(each.getKey())).status() == 202) {
          accepted.put(each.getKey(), each.getValue());
        }
      } catch (UncheckedIOException _) {
        // The service has stopped: a real ramdisk would retry later.
        break;
      }
    }
    assertThat(apiProcess().awaitEnd()).isIn(0, 143);
    assertThat(accepted).hasSizeBetween(NODES / 2, NODES);

    apiProcess().start();
    accepted.values().forEach(node -> api.awaitState(node, "manageable", LIMIT));
    waiting.forEach(
        (address, node) -> {
          if (!accepted.containsKey(address)) {
            // 404: it was accepted, but the response was lost with the connection.
            assertThat(api.callback(Enrolment.minimalBody(address)).status()).isIn(202, 404);
          }
        });
    assertAllFinishedOnce();
  }

  @Test
  void an_order_to_inspect_waits_for_the_conductor() {
    conductor().kill();
    var node = waiting.values().iterator().next();
    api.order(node, "abort");
    assertThat(api.stateOf(node)).isEqualTo("inspect failed");

    conductor().start();
    await("the abort is done")
        .atMost(LIMIT)
        .until(() -> InspectionRows.stagesOf(STACK.database(), node).equals(List.of("error")));
    api.order(node, "inspect");
    api.awaitState(node, "inspect wait", LIMIT);
  }

  @Test
  void a_service_that_is_down_is_seen_to_be_down() {
    apiProcess().kill();

    assertThatThrownBy(() -> api.get("/v1/nodes")).isInstanceOf(UncheckedIOException.class);
    assertThat(apiProcess().isReady()).isFalse();
  }

  private void postAll() {
    for (var address : waiting.keySet()) {
      api.callback(Enrolment.minimalBody(address)).require(202);
    }
  }

  private void assertAllFinishedOnce() {
    for (var node : waiting.values()) {
      api.awaitState(node, "manageable", LIMIT);
      assertThat(InspectionRows.stagesOf(STACK.database(), node)).containsExactly("finished");
      assertThat(api.get("/v1/nodes/" + node + "/inventory").status()).isEqualTo(200);
    }
    await("no message is left")
        .atMost(LIMIT)
        .until(() -> STACK.database().count("select count(*) from outbox") == 0);
  }

  private static Server broker() {
    return STACK.broker().process();
  }

  private static Server conductor() {
    return STACK.conductors().getFirst().process();
  }

  private static Server apiProcess() {
    return STACK.apis().getFirst().process();
  }
}
