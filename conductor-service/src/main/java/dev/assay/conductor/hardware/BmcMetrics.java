package dev.assay.conductor.hardware;

import dev.assay.error.ErrorCode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * How long the operations of drivers take, and which ones fail. The labels are bounded: the drivers
 * that are enabled, the methods of the plug-in API, and the error codes; never a node.
 */
final class BmcMetrics {
  /** A BMC answers in a fraction of a second, and some take half a minute. */
  private static final Duration[] LIMITS =
      Stream.of(50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000)
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private static final String DRIVER = "driver";
  private static final String OPERATION = "operation";

  private final MeterProvider<Timer> operations;
  private final MeterProvider<Counter> failures;

  BmcMetrics(MeterRegistry metrics) {
    operations =
        Timer.builder("assay.bmc.operation")
            .description("Operations of drivers on BMCs, failed ones included")
            .serviceLevelObjectives(LIMITS)
            .withRegistry(metrics);
    failures =
        Counter.builder("assay.bmc.failures")
            .description("Operations of drivers on BMCs that failed")
            .withRegistry(metrics);
  }

  /** Metrics that nobody reads. */
  static BmcMetrics none() {
    return new BmcMetrics(new SimpleMeterRegistry());
  }

  /** Counts an operation that began at {@code start} by {@link System#nanoTime}. */
  void ended(String driver, String operation, long start) {
    operations
        .withTags(DRIVER, driver, OPERATION, operation)
        .record(Duration.ofNanos(System.nanoTime() - start));
  }

  void failed(String driver, String operation, ErrorCode code) {
    failures.withTags(DRIVER, driver, OPERATION, operation, "code", code.name()).increment();
  }
}
