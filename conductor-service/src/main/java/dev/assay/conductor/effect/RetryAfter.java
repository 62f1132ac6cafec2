package dev.assay.conductor.effect;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/** Parses the header Retry-After: how long a client should wait. Source: RFC 9110 10.2.3. */
public final class RetryAfter {
  /** Longer delays are shortened to this one. */
  static final Duration MAX_LENGTH = Duration.ofSeconds(60);

  private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

  private RetryAfter() {}

  /** The delay, given as seconds or a date; zero when it is neither, or in the past. */
  public static Duration of(String header, Instant now) {
    var delay = parse(header.strip(), now);
    if (delay.isNegative()) {
      return Duration.ZERO;
    }
    return delay.compareTo(MAX_LENGTH) < 0 ? delay : MAX_LENGTH;
  }

  private static Duration parse(String text, Instant now) {
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
