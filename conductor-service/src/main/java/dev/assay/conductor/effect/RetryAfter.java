package dev.assay.conductor.effect;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/** The header Retry-After: how long a server asks to be left alone. Source: RFC 9110 10.2.3. */
final class RetryAfter {
  /** No server puts a call off for longer. */
  static final Duration MAX_DURATION = Duration.ofSeconds(60);

  private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

  private RetryAfter() {}

  /** Seconds or a date; zero when it is neither, or in the past. */
  static Duration of(String header, Instant now) {
    var asked = asked(header.strip(), now);
    if (asked.isNegative()) {
      return Duration.ZERO;
    }
    return asked.compareTo(MAX_DURATION) < 0 ? asked : MAX_DURATION;
  }

  private static Duration asked(String text, Instant now) {
    if (SECONDS.matcher(text).matches()) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    try {
      var date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
      return Duration.between(now, date.toInstant());
    } catch (DateTimeParseException _) {
      return Duration.ZERO;
    }
  }
}
