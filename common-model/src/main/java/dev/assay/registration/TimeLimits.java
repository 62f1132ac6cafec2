package dev.assay.registration;

import dev.assay.message.Route;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * Checks at startup that the conductor's options for durations and counts are within their limits.
 * A conductor acknowledges a command only when it is done, and RabbitMQ takes an unacknowledged
 * message back after 30 minutes.
 */
@ApplicationScoped
public class TimeLimits {
  /** Upper limit for a power change. */
  public static final Duration LONGEST_POWER_CHANGE = Duration.ofMinutes(25);

  /**
   * Upper limit for one of two power changes: an inspection switches the machine off and on for one
   * command.
   */
  private static final Duration LONGEST_OF_TWO = Duration.ofMinutes(12);

  private static final Duration LONGEST_COMMAND = Duration.ofMinutes(25);
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration YEAR = Duration.ofDays(365);
  private static final int MAX_CONCURRENT = 65_535; // the broker's limit
  private static final int MAX_QUEUE_NAME_BYTES = 255; // the limit of RabbitMQ

  private final ConductorConfig config;

  TimeLimits(ConductorConfig config) {
    this.config = config;
  }

  /** Runs before this process takes any work. */
  void check(@Observes @Priority(20) StartupEvent starting) {
    require("power-state-change-timeout", config.powerStateChangeTimeout(), SECOND, LONGEST_OF_TWO);
    require("soft-power-off-timeout", config.softPowerOffTimeout(), SECOND, LONGEST_POWER_CHANGE);
    require("queue-timeout", config.queueTimeout(), Duration.ofMinutes(1), YEAR);
    require("restart-grace", config.restartGrace(), Duration.ZERO, DAY);
    require("reorder-after", config.reorderAfter(), MOMENT, DAY);
    require("inspect-start-timeout", config.inspectStartTimeout(), SECOND, LONGEST_COMMAND);
    require(
        "inspection-processing-timeout",
        config.inspectionProcessingTimeout(),
        SECOND,
        LONGEST_COMMAND);
    if (!config.inspectWaitTimeout().isZero()) { // zero means no limit
      require("inspect-wait-timeout", config.inspectWaitTimeout(), SECOND, YEAR);
    }
    require(
        "node-locked-retry-interval",
        config.nodeLockedRetryInterval(),
        MOMENT,
        Duration.ofMinutes(10));
    require(
        "graceful-shutdown-timeout",
        config.gracefulShutdownTimeout(),
        Duration.ZERO,
        LONGEST_COMMAND);
    requireCount("workers", config.workers());
    requireCount("max-concurrent-starts", config.maxConcurrentStarts());
    requireCount("delivery-limit", config.deliveryLimit());
    var group = config.conductorGroup().orElse("");
    config.enabledHardwareTypes().forEach(driver -> requireQueue(group, driver));
  }

  static void require(String option, Duration value, Duration shortest, Duration longest) {
    if (value.compareTo(shortest) < 0 || value.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "assay.conductor.%s must be from %s to %s, not %s."
              .formatted(option, written(shortest), written(longest), written(value)));
    }
  }

  static void requireCount(String option, int value) {
    if (value < 1 || value > MAX_CONCURRENT) {
      throw new IllegalArgumentException(
          "assay.conductor.%s must be from 1 to %d, not %d."
              .formatted(option, MAX_CONCURRENT, value));
    }
  }

  /**
   * Checks that the longest queue name for {@code group} and {@code driver} is within RabbitMQ's
   * limit.
   */
  static void requireQueue(String group, String driver) {
    var name = new Route(group.toLowerCase(Locale.ROOT), driver).starts();
    var size = name.getBytes(StandardCharsets.UTF_8).length;
    if (size > MAX_QUEUE_NAME_BYTES) {
      throw new IllegalArgumentException(
          "assay.conductor.conductor-group is too long by %d bytes: with driver %s, queue %s has a name of more than %d bytes, which RabbitMQ refuses."
              .formatted(size - MAX_QUEUE_NAME_BYTES, driver, name, MAX_QUEUE_NAME_BYTES));
    }
  }

  /** Formats a duration as in the configuration, in the largest exact unit: 90m, 6h, 365d. */
  static String written(Duration value) {
    var millis = value.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    var seconds = millis / 1000;
    if (seconds % 60 != 0 || seconds == 0) {
      return seconds + "s";
    }
    var minutes = seconds / 60;
    if (minutes % 60 != 0) {
      return minutes + "m";
    }
    var hours = minutes / 60;
    return hours % 24 != 0 ? hours + "h" : hours / 24 + "d";
  }
}
