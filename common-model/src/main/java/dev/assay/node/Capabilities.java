package dev.assay.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.error.ShortText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Property {@code capabilities} of a node, "k1:v1,k2:v2", parsed; keeps the order and trims
 * nothing. Source: spec hooks.md 2.
 */
public record Capabilities(Map<String, String> entries) {
  private static final int LONGEST_SHOWN = 200;

  public Capabilities {
    entries = new LinkedHashMap<>(entries); // keeps the order, which Map.copyOf does not
  }

  /**
   * Parses the text; an empty one has no capabilities. IllegalArgumentException when an item has no
   * colon.
   */
  public static Capabilities parse(String text) {
    Map<String, String> entries = new LinkedHashMap<>();
    if (!text.isEmpty()) {
      for (var item : text.split(",", -1)) {
        var colon = item.indexOf(':');
        if (colon < 0) {
          throw new IllegalArgumentException("Invalid capabilities string '%s'.".formatted(text));
        }
        entries.put(item.substring(0, colon), item.substring(colon + 1));
      }
    }
    return new Capabilities(entries);
  }

  /**
   * Parses the stored value; a missing one and null have no capabilities. IllegalArgumentException
   * as above, and for anything else that is no text.
   */
  public static Capabilities of(JsonNode stored) {
    if (!stored.isTextual() && !stored.isNull() && !stored.isMissingNode()) {
      throw new IllegalArgumentException(
          "Invalid capabilities string '%s'."
              .formatted(ShortText.shortened(stored.toString(), LONGEST_SHOWN)));
    }
    return parse(stored.asText(""));
  }

  /** Returns a copy with one entry set, in its old position or at the end. */
  public Capabilities with(String name, String value) {
    var changed = new LinkedHashMap<>(entries);
    changed.put(name, value);
    return new Capabilities(changed);
  }

  /** Returns a copy without one entry. */
  public Capabilities without(String name) {
    var changed = new LinkedHashMap<>(entries);
    changed.remove(name);
    return new Capabilities(changed);
  }

  /** The text as it is stored. */
  public String text() {
    return entries.entrySet().stream()
        .map(entry -> entry.getKey() + ":" + entry.getValue())
        .collect(Collectors.joining(","));
  }
}
