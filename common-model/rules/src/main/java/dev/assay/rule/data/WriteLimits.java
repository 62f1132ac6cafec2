package dev.assay.rule.data;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.Path;
import java.math.BigDecimal;

/**
 * Limits what the rules of one inspection may write, so that short rules that repeatedly copy their
 * own output cannot exhaust the heap. Used by one thread.
 */
final class WriteLimits {
  private static final int MAX_DEPTH = 50;
  private static final int MAX_KEY = 255;
  private static final int MAX_VALUE = 1 << 20;
  private static final int MAX_TOTAL = 16 << 20;

  /** Counted for each key of the path, which may create an object. */
  private static final int OBJECT_OVERHEAD = 16;

  private int written;

  /**
   * Counts {@code value}, to be written at {@code path}.
   *
   * @throws IllegalArgumentException when a limit is exceeded
   */
  void admit(JsonNode value, Path path) {
    var size = size(value, path.parts().size(), 0) + size(path);
    if (size > MAX_TOTAL - written) {
      throw new IllegalArgumentException(
          "the rules of this inspection have written more than %d characters".formatted(MAX_TOTAL));
    }
    written += size;
  }

  private static int size(Path path) {
    var size = 0;
    for (var key : path.parts()) {
      if (key.length() > MAX_KEY) {
        throw new IllegalArgumentException(
            "a key of the path has %d characters, at most %d are possible"
                .formatted(key.length(), MAX_KEY));
      }
      size += key.length() + OBJECT_OVERHEAD;
    }
    return size;
  }

  private static int size(JsonNode value, int depth, int before) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "the value would be nested deeper than %d".formatted(MAX_DEPTH));
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
    if (size > MAX_VALUE) {
      throw new IllegalArgumentException(
          "the value has more than %d characters".formatted(MAX_VALUE));
    }
    return size;
  }

  /** Digits without an exponent, as stored: 1e999 has a thousand. */
  private static int digits(BigDecimal number) {
    return Math.clamp(number.precision() + Math.abs((long) number.scale()), 1, MAX_VALUE);
  }
}
