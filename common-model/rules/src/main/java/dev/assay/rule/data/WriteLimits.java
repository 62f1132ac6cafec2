package dev.assay.rule.data;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.interpolation.Path;
import java.math.BigDecimal;

/**
 * What rules may write in one inspection, so that a few short rules that copy what they copied do
 * not fill the memory. Used by one thread.
 */
final class WriteLimits {
  private static final int DEPTH = 50;
  private static final int KEY = 255;
  private static final int VALUE = 1 << 20;
  private static final int ALL = 16 << 20;

  /** What an object takes beside its keys, which may be made for each key of a path. */
  private static final int OBJECT = 16;

  private int written;

  /** Counts {@code value}, to be put at {@code path}; IllegalArgumentException. */
  void admit(JsonNode value, Path path) {
    var size = size(value, path.parts().size(), 0) + size(path);
    if (size > ALL - written) {
      throw new IllegalArgumentException(
          "the rules of this inspection have written more than %d characters".formatted(ALL));
    }
    written += size;
  }

  private static int size(Path path) {
    var size = 0;
    for (var key : path.parts()) {
      if (key.length() > KEY) {
        throw new IllegalArgumentException(
            "a key of the path has %d characters, at most %d are possible"
                .formatted(key.length(), KEY));
      }
      size += key.length() + OBJECT;
    }
    return size;
  }

  private static int size(JsonNode value, int depth, int before) {
    if (depth > DEPTH) {
      throw new IllegalArgumentException(
          "the value would be nested deeper than %d".formatted(DEPTH));
    }
    var size = before + 1;
    if (value.isObject()) {
      for (var member : value.properties()) {
        size = size(member.getValue(), depth + 1, size + member.getKey().length());
      }
    } else if (value.isArray()) {
      for (var item : value) {
        size = size(item, depth + 1, size);
      }
    } else {
      size += value.isNumber() ? digits(value.decimalValue()) : value.asText().length();
    }
    if (size > VALUE) {
      throw new IllegalArgumentException("the value has more than %d characters".formatted(VALUE));
    }
    return size;
  }

  /** As they are stored: 1e999 has a thousand. */
  private static int digits(BigDecimal number) {
    return Math.clamp(number.precision() + Math.abs((long) number.scale()), 1, VALUE);
  }
}
