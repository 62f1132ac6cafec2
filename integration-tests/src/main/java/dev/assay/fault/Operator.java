package dev.assay.fault;

import dev.assay.fault.Journal.Order;
import dev.assay.fault.Journal.Outcome;
import dev.assay.stack.ApiAnswer;
import dev.assay.stack.ApiClient;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Inspects one node again and again, and at times aborts an inspection, changes the power or sets
 * the boot device in between. Waits for each order to end before the next, and never takes back an
 * order that was accepted.
 */
final class Operator implements Runnable {
  private final String node;
  private final ApiClient api;
  private final NodeView view;
  private final Journal journal;
  private final CountDownLatch end;
  private final SplittableRandom random;

  Operator(
      String node,
      ApiClient api,
      NodeView view,
      Journal journal,
      CountDownLatch end,
      SplittableRandom random) {
    this.node = node;
    this.api = api;
    this.view = view;
    this.journal = journal;
    this.end = end;
    this.random = random;
  }

  @Override
  public void run() {
    try {
      pause(0, 10_000);
      while (!isOver()) {
        switch (random.nextInt(10)) {
          case 0 -> changePower();
          case 1 -> setBootDevice();
          default -> inspect();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isOver() {
    return end.getCount() == 0;
  }

  private void inspect() throws InterruptedException {
    var outcome = order("inspect", "provision", Map.of("target", "inspect"));
    if (outcome == Outcome.ACCEPTED && random.nextInt(8) == 0) {
      abort();
    }
    view.awaitSettled(node);
  }

  private void abort() throws InterruptedException {
    view.awaitThat(node, state -> !state.provision().equals("inspecting"));
    order("abort", "provision", Map.of("target", "abort"));
  }

  private void changePower() throws InterruptedException {
    var on = view.awaitSettled(node).power().equals("power on");
    order("power", "power", Map.of("target", on ? "power off" : "power on"));
    view.awaitSettled(node);
  }

  private void setBootDevice() throws InterruptedException {
    send(
        "boot device",
        () ->
            api.put(
                "/v1/nodes/" + node + "/management/boot_device",
                Map.of("boot_device", "pxe", "persistent", false)));
    view.awaitSettled(node);
  }

  private Outcome order(String action, String states, Map<String, String> body)
      throws InterruptedException {
    return send(action, () -> api.put("/v1/nodes/" + node + "/states/" + states, body));
  }

  private Outcome send(String action, Supplier<ApiAnswer> request) throws InterruptedException {
    int status = 0;
    var id = "";
    try {
      var answer = request.get();
      status = answer.status();
      id = answer.header("openstack-request-id");
      if (status == 500) {
        journal.violation("%s of %s was answered 500: %s".formatted(action, node, answer.body()));
      }
    } catch (UncheckedIOException _) {
      // no response
    }
    var outcome = outcome(status);
    journal.add(new Order(Instant.now(), node, action, outcome, status, id));
    if (outcome == Outcome.UNKNOWN) {
      pause(15_000, 16_000); // a paused API service may still carry it out
    } else if (outcome == Outcome.REFUSED) {
      pause(300, 2000);
    }
    return outcome;
  }

  /** 502 and 504 are the load balancer's: it does not know what the API service did. */
  private static Outcome outcome(int status) {
    if (status >= 200 && status < 300) {
      return Outcome.ACCEPTED;
    }
    return status == 0 || status == 500 || status == 502 || status == 504
        ? Outcome.UNKNOWN
        : Outcome.REFUSED;
  }

  private void pause(int leastMillis, int mostMillis) throws InterruptedException {
    var _ = end.await(random.nextInt(leastMillis, mostMillis), TimeUnit.MILLISECONDS);
  }
}
