package dev.assay.tracing;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Switches tracing on when there is an endpoint; what is wrong in its options stops the startup.
 */
@Singleton
final class ConfiguredTracing {
  private static final Logger LOG = Logger.getLogger(ConfiguredTracing.class);
  private static final Duration LAST_SENDING = Duration.ofSeconds(3);
  private static final int FEWEST = 512;
  private static final int MOST = 1_000_000;

  private final Tracing tracing;
  private final Runnable close;

  ConfiguredTracing(TracingConfig config, MeterRegistry metrics) {
    var counts = new SpanCounts(metrics);
    if (config.endpoint().isEmpty()) {
      tracing = Tracing.OFF;
      close = () -> {};
    } else {
      var started = start(config.endpoint().get(), config, counts);
      tracing = started.tracing();
      close = started.close();
    }
  }

  /** So that nothing of OpenTelemetry is a field of this class. */
  private record Started(Tracing tracing, Runnable close) {}

  private static Started start(URI endpoint, TracingConfig config, SpanCounts counts) {
    var ratio = config.sampleRatio();
    if (!(ratio >= 0 && ratio <= 1)) {
      throw new IllegalArgumentException(
          "assay.tracing.sample-ratio is %s, it must be from 0 to 1".formatted(ratio));
    }
    var capacity = config.maxQueuedSpans();
    if (capacity < FEWEST || capacity > MOST) {
      throw new IllegalArgumentException(
          "assay.tracing.max-queued-spans is %d, it must be from %d to %d"
              .formatted(capacity, FEWEST, MOST));
    }
    var exporter = Collector.exporter(endpoint, config);
    var queue = new SpanQueue(exporter, capacity, config.timeout(), counts);
    var instance = UUID.randomUUID().toString();
    LOG.infof("Traces are sent to %s.", Collector.url(endpoint));
    return new Started(
        new OpenTelemetryTracing(config.serviceName(), instance, ratio, queue),
        () -> queue.close(LAST_SENDING));
  }

  @Produces
  @Singleton
  Tracing tracing() {
    return tracing;
  }

  void start(@Observes StartupEvent started) {
    LOG.debugf("Tracing is %s.", tracing.isOn() ? "on" : "off");
  }

  /** Runs when everything else has ended. */
  @PreDestroy
  void close() {
    close.run();
  }
}
