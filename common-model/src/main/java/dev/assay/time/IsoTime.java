package dev.assay.time;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** Formats timestamps as clients and rules see them. Source: spec api.md 4. */
public final class IsoTime {
  private static final DateTimeFormatter FORM =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
          .appendOffset("+HH:MM", "+00:00")
          .toFormatter(Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private IsoTime() {}

  /** Returns ISO 8601 with up to six decimals of the seconds and the offset +00:00. */
  public static String of(Instant moment) {
    return FORM.format(moment);
  }
}
