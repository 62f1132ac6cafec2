package dev.assay.rule.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Optional;

/** The conversion after "!" and the format after ":" in an expression. */
public sealed interface Style {
  /** The value as text; empty when the style does not support it. */
  Optional<String> write(JsonNode value);

  /** Only {@code :spec}. */
  record Formatted(FormatSpec spec) implements Style {
    @Override
    public Optional<String> write(JsonNode value) {
      return spec.format(value);
    }
  }

  /** {@code !conversion}, with or without {@code :spec}. */
  record Converted(Conversion conversion, FormatSpec spec) implements Style {
    @Override
    public Optional<String> write(JsonNode value) {
      return spec.format(TextNode.valueOf(conversion.text(value)));
    }
  }

  /** An invalid conversion or format: never gives a text. */
  record Unusable(String why) implements Style {
    @Override
    public Optional<String> write(JsonNode value) {
      return Optional.empty();
    }
  }

  /** The conversion letter after "!". */
  enum Conversion {
    TEXT('s'),
    QUOTED('r'),
    ASCII('a');

    private final char letter;

    Conversion(char letter) {
      this.letter = letter;
    }

    public static Conversion of(char letter) {
      for (var conversion : values()) {
        if (conversion.letter == letter) {
          return conversion;
        }
      }
      throw new IllegalArgumentException(
          "there is no conversion '%c', use s, r or a".formatted(letter));
    }

    String text(JsonNode value) {
      return switch (this) {
        case TEXT -> TextForm.of(value);
        case QUOTED -> TextForm.quoted(value);
        case ASCII -> TextForm.ascii(value);
      };
    }
  }
}
