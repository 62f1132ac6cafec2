package dev.assay.attribute;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Optional;

/** How clients write true and false. Source: spec api.md 4. */
public final class BooleanText {
  private BooleanText() {}

  /** Parses a query parameter or a text; empty when it is neither true nor false. */
  public static Optional<Boolean> parse(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "1", "t", "true", "on", "y", "yes" -> Optional.of(true);
      case "0", "f", "false", "off", "n", "no" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /** Parses a boolean or one of the texts; empty when it is neither true nor false. */
  public static Optional<Boolean> parse(JsonNode value) {
    if (value.isBoolean()) {
      return Optional.of(value.booleanValue());
    }
    return value.isTextual() ? parse(value.textValue()) : Optional.empty();
  }
}
