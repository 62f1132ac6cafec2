package dev.assay.rule.definition;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Which iterations of a looped condition count. Source: spec rules.md 11. */
public enum Multiple {
  /** One is true. */
  ANY,
  /** None is false. */
  ALL,
  /** Only the first one is evaluated. */
  FIRST,
  /** All are evaluated, the last one counts. */
  LAST;

  /** "any", "all", "first", "last". */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** From "any"; empty for anything else. */
  public static Optional<Multiple> ofWire(String name) {
    return Arrays.stream(values()).filter(multiple -> multiple.wire().equals(name)).findFirst();
  }

  @JsonCreator
  static Multiple require(String name) {
    return ofWire(name)
        .orElseThrow(() -> new IllegalArgumentException("'%s' is no multiple".formatted(name)));
  }
}
