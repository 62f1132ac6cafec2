package dev.assay.rule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The location at which an action writes: a field, then keys of nested objects. Source: spec
 * rules.md 9.
 *
 * @param text as written, for error messages
 * @param parts at least one, none empty; digits are object keys, not list indexes
 */
public record Path(String text, List<String> parts) {
  /** More deeply nested data cannot be stored. */
  private static final int MAX_PARTS = 50;

  public Path {
    parts = List.copyOf(parts);
    if (parts.isEmpty() || parts.contains("")) {
      throw new IllegalArgumentException("path '%s' has an empty part".formatted(text));
    }
    if (parts.size() > MAX_PARTS) {
      throw new IllegalArgumentException(
          "path has %d parts, at most %d are possible".formatted(parts.size(), MAX_PARTS));
    }
  }

  /**
   * Parses a path. If it contains a slash, slashes separate its parts; otherwise dots do.
   *
   * @throws IllegalArgumentException for an empty part, or too many
   */
  public static Path parse(String text) {
    return new Path(
        text,
        text.indexOf('/') < 0
            ? Arrays.asList(text.split("\\.", -1))
            : Arrays.asList(withoutOuterSlashes(text).split("/", -1)));
  }

  /**
   * Parses a string as above, or a list of keys.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static Path of(JsonNode written) {
    if (written.isTextual()) {
      return parse(written.textValue());
    }
    if (!written.isArray()) {
      throw new IllegalArgumentException("path must be a text or a list of texts");
    }
    List<String> parts = new ArrayList<>(written.size());
    for (var part : written) {
      if (!part.isTextual()) {
        throw new IllegalArgumentException("path is a list, but not one of texts only");
      }
      parts.add(part.textValue());
    }
    return new Path(String.join(".", parts), parts);
  }

  /** The first part: the field of the node or port, or the key of the plugin data. */
  public String field() {
    return parts.getFirst();
  }

  /** The keys below the field; empty when the field itself is meant. */
  public List<String> keys() {
    return parts.subList(1, parts.size());
  }

  @Override
  public String toString() {
    return text;
  }

  private static String withoutOuterSlashes(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && text.charAt(start) == '/') {
      start++;
    }
    while (end > start && text.charAt(end - 1) == '/') {
      end--;
    }
    return text.substring(start, end);
  }
}
