package dev.assay.node;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** The UUID of a node; its text form is canonical, 36 lower-case characters. */
public record NodeId(UUID uuid) {
  private static final Pattern UUID_TEXT =
      Pattern.compile(
          "[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}");

  /** Returns a new random UUID. */
  public static NodeId random() {
    return new NodeId(UUID.randomUUID());
  }

  /**
   * Parses a UUID with or without dashes, in any case; else INVALID_PARAMETER. Source: api.md 4.
   */
  @JsonCreator
  public static NodeId of(String text) {
    return parse(text)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.INVALID_PARAMETER, "Expected a UUID but received " + text + "."));
  }

  /** Parses a UUID; empty when {@code text} is not one. */
  public static Optional<NodeId> parse(String text) {
    return parseUuid(text).map(NodeId::new);
  }

  /** Parses any UUID of the API, with or without dashes; empty when {@code text} is not one. */
  public static Optional<UUID> parseUuid(String text) {
    if (!UUID_TEXT.matcher(text).matches()) {
      return Optional.empty();
    }
    var hex = text.replace("-", "");
    return Optional.of(
        new UUID(Long.parseUnsignedLong(hex, 0, 16, 16), Long.parseUnsignedLong(hex, 16, 32, 16)));
  }

  @Override
  @JsonValue
  public String toString() {
    return uuid.toString();
  }
}
