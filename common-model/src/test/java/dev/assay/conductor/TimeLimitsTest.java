package dev.assay.conductor;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TimeLimitsTest {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(12);

  @ParameterizedTest
  @CsvSource({"PT1S", "PT1M", "PT12M"})
  void an_option_within_its_bounds_is_accepted(Duration value) {
    assertThatCode(() -> TimeLimits.require("x", value, SHORTEST, LONGEST))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"PT0S", "-PT1S", "PT12M0.001S", "PT1H"})
  void another_is_refused(Duration value) {
    assertThatThrownBy(() -> TimeLimits.require("x", value, SHORTEST, LONGEST))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_refusal_says_what_is_allowed() {
    assertThatThrownBy(
            () ->
                TimeLimits.require(
                    "power-state-change-timeout", Duration.ofHours(1), SHORTEST, LONGEST))
        .hasMessageStartingWith(
            "assay.conductor.power-state-change-timeout must be from PT1S to PT12M, not PT1H");
  }
}
