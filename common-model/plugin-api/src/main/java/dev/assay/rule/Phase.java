package dev.assay.rule;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** When a rule runs during an inspection. Source: spec rules.md 3. */
public enum Phase {
  /** In the API service, on the raw data, before the node and its ports are known. */
  EARLY,
  /** After all preprocess hooks and before the first main hook. */
  PREPROCESS,
  /** After all main hooks and before the data is stored. */
  MAIN;

  /** "early", "preprocess", "main". */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The value for a name such as "main"; empty for an unknown name. */
  public static Optional<Phase> ofWire(String name) {
    return Arrays.stream(values()).filter(phase -> phase.wire().equals(name)).findFirst();
  }

  /**
   * As above; throws IllegalArgumentException, whose message lists the phases, for an unknown name.
   */
  @JsonCreator
  public static Phase require(String name) {
    return ofWire(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Invalid phase: %s. Valid phases are: %s"
                        .formatted(name, String.join(", ", names()))));
  }

  /** The names of all phases, in the order in which they run. */
  public static List<String> names() {
    return Arrays.stream(values()).map(Phase::wire).toList();
  }
}
