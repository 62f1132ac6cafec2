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
 * What the options for time and number may be. A conductor keeps a command until it is done, and
 * RabbitMQ takes a message from a consumer that has kept it for 30 minutes.
 */
@ApplicationScoped
public class TimeLimits {
  /** For a change of power. */
  public static final Duration LONGEST_POWER_CHANGE = Duration.ofMinutes(25);

  /** An inspection switches the machine off and on for one command. */
  private static final Duration LONGEST_OF_TWO = Duration.ofMinutes(12);

  private static final Duration LONGEST_COMMAND = Duration.ofMinutes(25);
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration YEAR = Duration.ofDays(365);
  private static final int MOST_AT_ONCE = 65_535; // the broker counts no further
  private static final int LONGEST_NAME = 255; // bytes of a queue's name

  private final ConductorConfig config;

  TimeLimits(ConductorConfig config) {
    this.config = config;
  }

  /** Before this process takes any work. */
  void check(@Observes @Priority(20) StartupEvent starting) {
    require("power-state-change-timeout", config.powerStateChangeTimeout(), SECOND, LONGEST_OF_TWO);
    require("soft-power-off-timeout", config.softPowerOffTimeout(), SECOND, LONGEST_POWER_CHANGE);
    require("queue-timeout", config.queueTimeout(), Duration.ofMinutes(1), YEAR);
    require("reorder-after", config.reorderAfter(), MOMENT, Duration.ofDays(1));
    require("inspect-start-timeout", config.inspectStartTimeout(), SECOND, LONGEST_COMMAND);
    require(
        "inspection-processing-timeout",
        config.inspectionProcessingTimeout(),
        SECOND,
        LONGEST_COMMAND);
    if (!config.inspectWaitTimeout().isZero()) { // which means none
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
    if (value < 1 || value > MOST_AT_ONCE) {
      throw new IllegalArgumentException(
          "assay.conductor.%s must be from 1 to %d, not %d."
              .formatted(option, MOST_AT_ONCE, value));
    }
  }

  /** The longest name of a queue for {@code group} and {@code driver} must be one. */
  static void requireQueue(String group, String driver) {
    var name = new Route(group.toLowerCase(Locale.ROOT), driver).starts();
    var size = name.getBytes(StandardCharsets.UTF_8).length;
    if (size > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "assay.conductor.conductor-group is too long by %d bytes: with driver %s, queue %s has a name of more than %d bytes, which RabbitMQ refuses."
              .formatted(size - LONGEST_NAME, driver, name, LONGEST_NAME));
    }
  }

  /** As it is written in the configuration, in the largest unit that is exact: 90m, 6h, 365d. */
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
