package dev.assay.conductor;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/**
 * What the options for time may be. A conductor keeps a command until it is done, and RabbitMQ
 * takes a message from a consumer that has kept it for 30 minutes.
 */
@ApplicationScoped
public class TimeLimits {
  /** For a change of power. */
  public static final Duration LONGEST_POWER_CHANGE = Duration.ofMinutes(25);

  /** An inspection switches the machine off and on for one command. */
  private static final Duration LONGEST_OF_TWO = Duration.ofMinutes(12);

  private final ConductorConfig config;

  TimeLimits(ConductorConfig config) {
    this.config = config;
  }

  void check(@Observes StartupEvent starting) {
    var second = Duration.ofSeconds(1);
    var year = Duration.ofDays(365);
    require("power-state-change-timeout", config.powerStateChangeTimeout(), second, LONGEST_OF_TWO);
    require("soft-power-off-timeout", config.softPowerOffTimeout(), second, LONGEST_POWER_CHANGE);
    require("queue-timeout", config.queueTimeout(), Duration.ofMinutes(1), year);
    require("reorder-after", config.reorderAfter(), Duration.ofMillis(100), Duration.ofDays(1));
  }

  static void require(String option, Duration value, Duration shortest, Duration longest) {
    if (value.compareTo(shortest) < 0 || value.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "assay.conductor.%s must be from %s to %s, not %s."
              .formatted(option, shortest, longest, value));
    }
  }
}
