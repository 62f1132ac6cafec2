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

/** Posts bodies as ramdisks do, each once, and takes the time until the answer. */
final class CallbackLoad {
  private static final long MAX_LENGTH = TimeUnit.SECONDS.toMicros(120);
  private static final int DIGITS = 3;

  private final ApiClient api;
  private final List<byte[]> bodies;
  private final Histogram micros = new ConcurrentHistogram(MAX_LENGTH, DIGITS);
  private final Map<String, Integer> refusals = new TreeMap<>();

  CallbackLoad(ApiClient api, List<byte[]> bodies) {
    this.api = api;
    this.bodies = bodies;
  }

  /** From the sending of a body, or from when it was due, to the whole answer, in microseconds. */
  Histogram micros() {
    return micros;
  }

  /** Everything but 202, by status or by failure. */
  Map<String, Integer> refusals() {
    return refusals;
  }

  /** A closed loop: so many under way at once, the next when one is answered. */
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
   * An open loop: so many a second, whether answered or not. What is late because the service is
   * slow counts from when it was due.
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

  private void post(byte[] body, long since) {
    String refusal = null;
    try {
      var answer = api.callback(body);
      if (answer.status() != 202) {
        refusal = String.valueOf(answer.status());
      }
    } catch (UncheckedIOException e) {
      refusal = String.valueOf(e.getCause());
    }
    micros.recordValue(Math.min(MAX_LENGTH, (System.nanoTime() - since) / 1000));
    if (refusal != null) {
      synchronized (refusals) {
        refusals.merge(refusal, 1, Integer::sum);
      }
    }
  }
}
