package dev.assay.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TimeLimitsTest {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration MAX_DURATION = Duration.ofMinutes(12);

  @ParameterizedTest
  @CsvSource({"PT1S", "PT1M", "PT12M"})
  void an_option_within_its_bounds_is_accepted(Duration value) {
    assertThatCode(() -> TimeLimits.require("x", value, SHORTEST, MAX_DURATION))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"PT0S", "-PT1S", "PT12M0.001S", "PT1H"})
  void another_is_refused(Duration value) {
    assertThatThrownBy(() -> TimeLimits.require("x", value, SHORTEST, MAX_DURATION))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT0.1S, 100ms",
    "PT12M0.001S, 720001ms",
    "PT61S, 61s",
    "PT90M, 90m",
    "PT36H, 36h",
    "P365D, 365d",
    "-PT1S, -1s"
  })
  void a_duration_is_told_as_users_write_it(Duration value, String written) {
    assertThat(TimeLimits.written(value)).isEqualTo(written);
  }

  @Test
  void what_the_defaults_are_is_accepted() {
    assertThatCode(() -> check(Map.of())).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "inspect-start-timeout, 26m, 1s to 25m",
    "inspect-start-timeout, 0s, 1s to 25m",
    "inspection-processing-timeout, 1h, 1s to 25m",
    "inspect-wait-timeout, 100ms, 1s to 365d",
    "inspect-wait-timeout, 366d, 1s to 365d",
    "node-locked-retry-interval, 0s, 100ms to 10m",
    "graceful-shutdown-timeout, 30m, 0s to 25m",
    "workers, 0, 1 to 65535",
    "max-concurrent-starts, 65536, 1 to 65535",
    "delivery-limit, 0, 1 to 65535",
  })
  void what_makes_no_sense_stops_the_start(String option, String value, String bounds) {
    assertThatThrownBy(() -> check(Map.of(option, value)))
        .hasMessageStartingWith(
            "assay.conductor.%s must be from %s, not %s.".formatted(option, bounds, value));
  }

  @Test
  void an_inspection_may_wait_for_ever() {
    assertThatCode(() -> check(Map.of("inspect-wait-timeout", "0s"))).doesNotThrowAnyException();
  }

  @Test
  void a_group_of_which_no_queue_can_be_made_stops_the_start() {
    var longest = "g".repeat(255 - "assay.conductor//fake-hardware/start".length());
    assertThatCode(() -> check(inGroup(longest))).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(inGroup(longest + "é")))
        .hasMessageContaining("assay.conductor.conductor-group is too long by 2 bytes");
  }

  private static Map<String, String> inGroup(String group) {
    return Map.of("conductor-group", group, "enabled-hardware-types", "fake-hardware");
  }

  private static void check(Map<String, String> options) {
    var config = new SmallRyeConfigBuilder().withMapping(ConductorConfig.class);
    options.forEach((name, value) -> config.withDefaultValue("assay.conductor." + name, value));
    new TimeLimits(
            config
                .withConverter(Duration.class, 200, new DurationConverter())
                .build()
                .getConfigMapping(ConductorConfig.class))
        .check(new StartupEvent());
  }

  @Test
  void the_refusal_says_what_is_allowed() {
    assertThatThrownBy(
            () ->
                TimeLimits.require(
                    "power-state-change-timeout", Duration.ofHours(1), SHORTEST, MAX_DURATION))
        .hasMessageStartingWith(
            "assay.conductor.power-state-change-timeout must be from 1s to 12m, not 1h.");
  }
}
