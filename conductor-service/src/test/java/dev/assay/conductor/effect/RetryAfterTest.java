package dev.assay.conductor.effect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9110 10.2.3. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30Z");

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "7,                               PT7S",
    "' 7 ',                           PT7S",
    "0,                               PT0S",
    "60,                              PT1M",
    "61,                              PT1M",
    "999999999,                       PT1M",
    "99999999999999999999,            PT0S",
    "-1,                              PT0S",
    "1.5,                             PT0S",
    "soon,                            PT0S",
    "'',                              PT0S",
    "'Sat, 01 Aug 2026 10:20:42 GMT', PT12S",
    "'Sat, 01 Aug 2026 10:20:00 GMT', PT0S",
    "'Tue, 01 Sep 2026 10:20:42 GMT', PT1M"
  })
  void is_seconds_or_a_date_and_a_minute_at_most(String header, Duration pause) {
    assertThat(RetryAfter.of(header, NOW)).isEqualTo(pause);
  }
}
