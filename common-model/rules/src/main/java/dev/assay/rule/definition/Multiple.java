package dev.assay.rule.definition;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the results of a condition's loop iterations are combined. Source: spec rules.md 11. */
public enum Multiple {
  /** True when one iteration is true. */
  ANY,
  /** True when no iteration is false. */
  ALL,
  /** Evaluates the first iteration only. */
  FIRST,
  /** Evaluates all; the result is that of the last. */
  LAST;

  /** "any", "all", "first", "last". */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The value for a name such as "any"; empty for an unknown name. */
  public static Optional<Multiple> ofWire(String name) {
    return Arrays.stream(values()).filter(multiple -> multiple.wire().equals(name)).findFirst();
  }

  @JsonCreator
  static Multiple require(String name) {
    return ofWire(name)
        .orElseThrow(() -> new IllegalArgumentException("'%s' is no multiple".formatted(name)));
  }
}
