package dev.assay.deployment.engine;

import static org.awaitility.Awaitility.await;

import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.machine.Machine;
import dev.assay.stack.ApiClient;
import dev.assay.stack.RedfishAccess;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Simulated machines of this process, each of which is inspected again and again until it is
 * enough. Every request that is not answered as it should be is a failure.
 */
public final class InspectedRack implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(4);

  private final ApiClient api;
  private final Rack rack;
  private final ConcurrentMap<String, String> nodes = new ConcurrentHashMap<>();
  private final AtomicInteger finished = new AtomicInteger();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean enough;

  private InspectedRack(ApiClient api, Rack rack) {
    this.api = api;
    this.rack = rack;
  }

  /**
   * Enrols machines.
   *
   * @param host the address of their BMCs, which conductors can reach
   */
  public static InspectedRack enrolled(ApiClient api, String host, int machines) {
    var plan =
        RackPlan.to(api.address() + "/v1/continue_inspection")
            .apiUrl(api.address())
            .machines(machines)
            .listenHost(host)
            // Sooner than after some seconds the node may not wait for a callback yet.
            .bootTime(Duration.ofSeconds(10))
            .build();
    var inspected = new InspectedRack(api, Rack.of(plan).start());
    inspected.rack.machines().parallelStream().forEach(inspected::enrol);
    return inspected;
  }

  private void enrol(Machine machine) {
    var node = RedfishAccess.enrol(api, machine);
    nodes.put(node, machine.name());
    api.order(node, "manage");
  }

  /** Begins to inspect all of them. */
  public void begin() {
    nodes.keySet().forEach(node -> threads.execute(() -> inspectAgainAndAgain(node)));
  }

  private void inspectAgainAndAgain(String node) {
    try {
      awaitManageable(node);
      while (!enough) {
        api.order(node, "inspect");
        awaitManageable(node);
        finished.incrementAndGet();
      }
    } catch (RuntimeException | AssertionError e) {
      failures.add("%s: %s, cause: %s".formatted(nodes.get(node), e, e.getCause()));
    }
  }

  private void awaitManageable(String node) {
    await(nodes.get(node) + " is manageable")
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(300))
        .until(
            () -> {
              var now = api.node(node);
              var state = now.path("provision_state").asText();
              if (state.equals("inspect failed") || state.equals("enroll")) {
                throw new IllegalStateException(now.path("last_error").asText());
              }
              return state.equals("manageable");
            });
  }

  /** Waits until so many inspections have finished from now on. */
  public void awaitInspections(int number) {
    var goal = finished.get() + number;
    await(number + " inspections have finished")
        .atMost(LIMIT)
        .until(() -> finished.get() >= goal || !failures.isEmpty());
  }

  /** Waits until the inspections that are under way have ended; returns how many finished. */
  public int finish() {
    enough = true;
    threads.shutdown();
    try {
      if (!threads.awaitTermination(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        failures.add("not all inspections ended within " + LIMIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    return finished.get();
  }

  /** What went wrong, a sentence each. */
  public List<String> failures() {
    return List.copyOf(failures);
  }

  @Override
  public void close() {
    enough = true;
    threads.shutdownNow();
    nodes.keySet().forEach(node -> api.delete("/v1/nodes/" + node));
    rack.close();
  }
}
