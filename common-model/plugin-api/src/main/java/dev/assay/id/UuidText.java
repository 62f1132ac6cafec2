package dev.assay.id;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Parses UUIDs with or without dashes, in any case. Source: spec api.md 4. */
public final class UuidText {
  private static final Pattern FORM =
      Pattern.compile(
          "[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}");

  private UuidText() {}

  /** Empty when {@code text} is not a UUID. */
  public static Optional<UUID> parse(String text) {
    if (!FORM.matcher(text).matches()) {
      return Optional.empty();
    }
    var hex = text.replace("-", "");
    return Optional.of(
        new UUID(Long.parseUnsignedLong(hex, 0, 16, 16), Long.parseUnsignedLong(hex, 16, 32, 16)));
  }

  /** As {@link #parse}; INVALID_PARAMETER when {@code text} is not a UUID. */
  public static UUID require(String text) {
    return parse(text)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.INVALID_PARAMETER, "Expected a UUID but received " + text + "."));
  }
}
