package dev.assay.api.callback;

import dev.assay.api.attempt.AttemptRefused;
import dev.assay.api.attempt.Outcome;
import dev.assay.api.attempt.Verdict;
import dev.assay.discovery.DiscoveredNodes;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/**
 * Limits how many discovered nodes wait in enroll, because any client that reaches the API can pose
 * as any number of unknown machines. Simultaneous callbacks may exceed the limit by their number.
 */
@Startup // so that the metric is there with 0
@ApplicationScoped
class DiscoveryBound {
  private static final Logger LOG = Logger.getLogger(DiscoveryBound.class);
  private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);

  private final DiscoveredNodes nodes;
  private final Counter refused;
  private final Clock clock;

  /** When the last warning was logged, in milliseconds since 1970. */
  private final AtomicLong warned = new AtomicLong();

  DiscoveryBound(DiscoveredNodes nodes, MeterRegistry metrics, Clock clock) {
    this.nodes = nodes;
    this.clock = clock;
    this.refused =
        Counter.builder("assay.auto.discovery.refused")
            .description("Callbacks of unknown machines refused because too many nodes wait.")
            .register(metrics);
  }

  /** NOT_FOUND, as for any unknown machine, when {@code most} nodes wait; 0 means no limit. */
  void requireRoom(int most) {
    if (most == 0 || !nodes.areWaiting(most)) {
      return;
    }
    refused.increment();
    warn(most);
    throw new AttemptRefused(
        new Verdict(
            Outcome.DISCOVERY_FULL,
            "%d discovered nodes wait in enroll, as many as are allowed".formatted(most)));
  }

  private void warn(int most) {
    var now = clock.millis();
    var last = warned.get();
    if (now - last > BETWEEN_WARNINGS.toMillis() && warned.compareAndSet(last, now)) {
      LOG.warnf(
          "Unknown machines are refused: %d discovered nodes are in enroll, as many as"
              + " assay.auto-discovery.max-waiting allows. Manage or delete them, or raise it.",
          most);
    }
  }
}
