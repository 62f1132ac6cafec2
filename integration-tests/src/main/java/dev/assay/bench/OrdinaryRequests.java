package dev.assay.bench;

import dev.assay.stack.ApiClient;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Sends typical client requests at a fixed rate whether earlier ones were answered or not. */
final class OrdinaryRequests {
  private static final long MAX_MICROS = TimeUnit.SECONDS.toMicros(120);

  private final ApiClient api;
  private final String node;
  private final List<Runnable> kinds;
  private final Histogram micros = new ConcurrentHistogram(MAX_MICROS, 3);
  private final Map<String, Integer> failures = new TreeMap<>();

  /** Requests about {@code node}, which has a port with the address {@code mac}. */
  OrdinaryRequests(ApiClient api, String node, String mac) {
    this.api = api;
    this.node = node;
    this.kinds =
        List.of(
            () -> expect(200, () -> this.api.get("/v1/nodes?limit=50").status()),
            () -> expect(200, () -> this.api.get("/v1/nodes/" + this.node).status()),
            () -> expect(200, () -> this.api.get("/v1/ports?address=" + mac).status()),
            () ->
                expect(
                    200,
                    () ->
                        this.api
                            .patch(
                                "/v1/nodes/" + this.node,
                                List.of(Map.of("op", "add", "path", "/extra/a", "value", "b")))
                            .status()));
  }

  /** Time from the scheduled time of a request to the complete response, in microseconds. */
  Histogram micros() {
    return micros;
  }

  /** The number of unexpected responses, by status or by exception. */
  Map<String, Integer> failures() {
    return failures;
  }

  void run(int seconds, int perSecond) {
    long start = System.nanoTime();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int n = 0; n < seconds * perSecond; n++) {
        long due = start + TimeUnit.SECONDS.toNanos(1) * n / perSecond;
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        var kind = kinds.get(n % kinds.size());
        threads.execute(
            () -> {
              kind.run();
              micros.recordValue(Math.min(MAX_MICROS, (System.nanoTime() - due) / 1000));
            });
      }
    }
  }

  /**
   * Records a failure unless the status is {@code status} or 409: a patch may find the node locked
   * by the patch before it.
   */
  private void expect(int status, java.util.function.IntSupplier request) {
    String failure = null;
    try {
      int actual = request.getAsInt();
      failure = actual == status || actual == 409 ? null : String.valueOf(actual);
    } catch (UncheckedIOException e) {
      failure = String.valueOf(e.getCause());
    }
    if (failure != null) {
      synchronized (failures) {
        failures.merge(failure, 1, Integer::sum);
      }
    }
  }
}
