package dev.assay.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.ResetType;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests a rack of many machines in the heap that the build gives to tests: 512 MB. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ManyMachinesTest {
  private static final int MACHINES = 2000;
  private static final long MEGABYTE = 1 << 20;

  @Test
  void answer_and_boot_within_bounded_memory() throws Exception {
    try (var service = new TestService();
        var rack = Rack.of(plan(service))) {
      long before = usedHeap();
      rack.start();

      assertThat(answers(rack)).hasSize(MACHINES).containsOnly(200);
      assertThat(usedHeap() - before).isLessThan(150 * MEGABYTE);

      rack.machines().subList(0, 500).forEach(machine -> machine.reset(ResetType.ON));
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> rack.machines().stream().filter(ManyMachinesTest::accepted).count() == 500);
    }
  }

  private static RackPlan plan(TestService service) {
    return RackPlan.to(service.callbackUrl())
        .machines(MACHINES)
        .bootTime(Duration.ofMillis(100))
        .powerDelay(Duration.ofMillis(100))
        .networkFirst(true)
        .build();
  }

  private static List<Integer> answers(Rack rack) throws Exception {
    var atOnce = new Semaphore(200);
    var statuses = new ArrayList<Integer>();
    try (var client = HttpClient.newHttpClient();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var requests = new ArrayList<Callable<Integer>>();
      for (var machine : rack.machines()) {
        requests.add(
            () -> {
              atOnce.acquire();
              try {
                return status(client, machine);
              } finally {
                atOnce.release();
              }
            });
      }
      for (var answer : threads.invokeAll(requests)) {
        statuses.add(answer.get());
      }
    }
    return statuses;
  }

  private static int status(HttpClient client, Machine machine) throws Exception {
    var request = HttpRequest.newBuilder(machine.bmcUrl().resolve("/redfish/v1/")).build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  private static boolean accepted(Machine machine) {
    return machine.counters().lastCallbackStatus() == 202;
  }

  /** Bytes of heap in use after a garbage collection; only compared with an upper bound. */
  private static long usedHeap() {
    System.gc();
    var runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
