package dev.assay.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.scenario.Enrolment;
import dev.assay.stack.ApiAnswer;
import dev.assay.stack.ApiClient;
import dev.assay.stack.LoadBalancer;
import dev.assay.stack.Stack;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** API services behind HAProxy are restarted one after the other, as for an upgrade. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RollingRestartIT {
  @AutoClose
  static final Stack STACK =
      Stack.named("rolling-restart")
          .apis(2)
          .set("assay.inspector.require-managed-boot", false)
          .start();

  @AutoClose static final LoadBalancer BALANCER = LoadBalancer.before(STACK);

  private static final int CLIENTS = 6;

  private final ApiClient api = new ApiClient(BALANCER.address());
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger answered = new AtomicInteger();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();

  @Test
  void no_request_fails() throws InterruptedException {
    var clients = new ArrayList<Thread>();
    for (int i = 0; i < CLIENTS; i++) {
      var node = Enrolment.manageable(api, Enrolment.newAddress());
      clients.add(Thread.ofVirtual().start(() -> useAllTheTime(node)));
    }

    try {
      for (var service : STACK.apis()) {
        assertThat(service.process().stop()).isEqualTo(128 + 15);
        service.start();
      }
    } finally {
      over.set(true);
    }
    for (var client : clients) {
      client.join();
    }
    assertThat(failures).isEmpty();
    assertThat(answered.get()).isGreaterThan(CLIENTS * 20);
  }

  private void useAllTheTime(String node) {
    for (int i = 0; !over.get(); i++) {
      int number = i;
      expect(200, () -> api.get("/v1/nodes/" + node));
      expect(200, () -> api.get("/v1/nodes?fields=uuid,provision_state"));
      expect(
          200,
          () ->
              api.patch(
                  "/v1/nodes/" + node,
                  List.of(Map.of("op", "add", "path", "/extra/number", "value", number))));
    }
  }

  private void expect(int status, Supplier<ApiAnswer> request) {
    try {
      var answer = request.get();
      if (answer.status() != status) {
        failures.add(answer.toString());
      }
      answered.incrementAndGet();
    } catch (UncheckedIOException e) {
      failures.add(String.valueOf(e));
    }
  }
}
