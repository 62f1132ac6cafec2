package dev.assay.rule.definition;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** When a rule runs. Source: spec rules.md 3. */
public enum Phase {
  /** In the API, on the raw data: there is no node yet, and no ports. */
  EARLY,
  /** After all preprocess hooks, before the first main hook. */
  PREPROCESS,
  /** After all main hooks, before the data is stored. */
  MAIN;

  /** "early", "preprocess", "main". */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** From "main"; empty for anything else. */
  public static Optional<Phase> ofWire(String name) {
    return Arrays.stream(values()).filter(phase -> phase.wire().equals(name)).findFirst();
  }

  /** From "main"; IllegalArgumentException lists the phases. */
  @JsonCreator
  public static Phase require(String name) {
    return ofWire(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Invalid phase: %s. Valid phases are: %s"
                        .formatted(name, String.join(", ", names()))));
  }

  /** All of them, in the order they run. */
  public static List<String> names() {
    return Arrays.stream(values()).map(Phase::wire).toList();
  }
}
