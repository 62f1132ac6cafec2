package dev.assay.scenario;

import static org.awaitility.Awaitility.await;

import dev.assay.stack.ApiClient;
import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One stack for all test classes of this process that need one API, one conductor and one PXE
 * filter with inspections that the operator boots: starting it takes ten seconds. A class that
 * kills a service starts it again.
 */
public final class SharedStack {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static @Nullable Stack running;

  private SharedStack() {}

  /**
   * The stack without the nodes, chassis and rules of earlier classes; the first call starts it.
   */
  public static synchronized Stack emptied() {
    if (running == null) {
      running =
          Stack.named("shared-" + ProcessHandle.current().pid())
              .filters(1)
              .ownBroker()
              .set("assay.inspector.require-managed-boot", false)
              .set("assay.inspection-rules.supported-interfaces", "agent|redfish")
              // Else it may change a node between two requests of a test.
              .set("assay.conductor.sync-power-state-interval", 0)
              .start();
    }
    awaitReady(running);
    empty(running.api());
    return running;
  }

  private static void awaitReady(Stack stack) {
    await("all services of the shared stack are ready")
        .atMost(LIMIT)
        .until(
            () ->
                Stream.of(stack.apis(), stack.conductors(), stack.filters())
                    .flatMap(List::stream)
                    .map(Service::process)
                    .allMatch(process -> process.isReady()));
  }

  private static void empty(ApiClient api) {
    uuids(api, "nodes").forEach(node -> Enrolment.forget(api, node));
    for (var kind : List.of("chassis", "inspection_rules")) {
      uuids(api, kind).forEach(uuid -> api.delete("/v1/" + kind + "/" + uuid).require(204));
    }
  }

  private static List<String> uuids(ApiClient api, String kind) {
    return api.get("/v1/" + kind).require(200).json().path(kind).findValuesAsText("uuid");
  }
}
