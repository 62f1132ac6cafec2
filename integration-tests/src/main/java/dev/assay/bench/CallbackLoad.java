package dev.assay.bench;

import dev.assay.stack.ApiClient;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Generates the load of {@link Callbacks}: posts each body once, as ramdisks do, and measures the
 * response times.
 */
final class CallbackLoad {
  private static final long MAX_MICROS = TimeUnit.SECONDS.toMicros(120);
  private static final int DIGITS = 3;

  private final ApiClient api;
  private final List<byte[]> bodies;
  private final Histogram micros = new ConcurrentHistogram(MAX_MICROS, DIGITS);
  private final Map<String, Integer> refusals = new TreeMap<>();

  CallbackLoad(ApiClient api, List<byte[]> bodies) {
    this.api = api;
    this.bodies = bodies;
  }

  /**
   * Time from sending a body (at a fixed rate: from its scheduled time) to the complete response,
   * in microseconds.
   */
  Histogram micros() {
    return micros;
  }

  /** The number of responses other than 202, by status or by exception. */
  Map<String, Integer> refusals() {
    return refusals;
  }

  /**
   * Posts in a closed loop: keeps {@code concurrency} requests in progress, sending the next one
   * after each response.
   */
  void asFastAsAnswered(int concurrency) {
    var next = new AtomicInteger();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < concurrency; i++) {
        threads.execute(
            () -> {
              for (int n = next.getAndIncrement(); n < bodies.size(); n = next.getAndIncrement()) {
                post(bodies.get(n), System.nanoTime());
              }
            });
      }
    }
  }

  /**
   * Posts in an open loop: starts {@code perSecond} requests each second, whether earlier ones were
   * answered or not. Delays count from the scheduled time of a request, so that a slow service is
   * not hidden.
   */
  void atRate(int perSecond) {
    long start = System.nanoTime();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int n = 0; n < bodies.size(); n++) {
        long due = start + TimeUnit.SECONDS.toNanos(1) * n / perSecond;
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        var body = bodies.get(n);
        threads.execute(() -> post(body, due));
      }
    }
  }

  private void post(byte[] body, long start) {
    String refusal = null;
    try {
      var answer = api.callback(body);
      if (answer.status() != 202) {
        refusal = String.valueOf(answer.status());
      }
    } catch (UncheckedIOException e) {
      refusal = String.valueOf(e.getCause());
    }
    micros.recordValue(Math.min(MAX_MICROS, (System.nanoTime() - start) / 1000));
    if (refusal != null) {
      synchronized (refusals) {
        refusals.merge(refusal, 1, Integer::sum);
      }
    }
  }
}
