package dev.assay.standalone.inspectorimport;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** How the value of an option of ironic-inspector is said to Assay. */
@FunctionalInterface
interface Conversion {
  /** What an option becomes. */
  sealed interface Outcome {
    /**
     * A line of application.properties.
     *
     * @param value as it is written in that file
     */
    record Line(String name, String value) implements Outcome {}

    /** Assay behaves so without an option, or what the option is about does not exist. */
    record NotNeeded(String why) implements Outcome {}

    /** Assay cannot do it, or not by an option; {@code why} also says what to do instead. */
    record LeftOut(String why) implements Outcome {}
  }

  /**
   * Converts {@code value}; throws IllegalArgumentException with the reason when it cannot be
   * understood.
   */
  Outcome of(String value, ConfigurationFile file);

  /** The option {@code name} with the same value. */
  static Conversion same(String name) {
    return to(name, value -> value);
  }

  /** The option {@code name}; {@code form} converts the value. */
  static Conversion to(String name, UnaryOperator<String> form) {
    return (value, _) -> new Outcome.Line(name, property(form.apply(value)));
  }

  static Conversion notNeeded(String why) {
    return (_, _) -> new Outcome.NotNeeded(why);
  }

  static Conversion leftOut(String why) {
    return (_, _) -> new Outcome.LeftOut(why);
  }

  /** For a flag, or another value that usually is {@code usual}; else {@code otherwise}. */
  static Conversion unless(String usual, Conversion otherwise) {
    return (value, file) ->
        sameValue(usual, value)
            ? new Outcome.NotNeeded("Assay does so without an option")
            : otherwise.of(value, file);
  }

  private static boolean sameValue(String usual, String value) {
    return flag(usual)
        .map(wanted -> flag(value).filter(wanted::equals).isPresent())
        .orElseGet(() -> usual.equals(value));
  }

  /** Seconds as a duration, from 0 to {@code most}. */
  static UnaryOperator<String> seconds(long most) {
    return value -> {
      var number = Long.parseLong(value);
      if (number < 0 || number > most) {
        throw new IllegalArgumentException("Assay takes 0 to %d seconds".formatted(most));
      }
      return number + "s";
    };
  }

  /** A flag as oslo.config writes it. */
  static UnaryOperator<String> flags() {
    return value ->
        flag(value)
            .map(String::valueOf)
            .orElseThrow(() -> new IllegalArgumentException("the value is no boolean"));
  }

  /** One of {@code values}. */
  static UnaryOperator<String> oneOf(String... values) {
    return value -> {
      if (!Set.of(values).contains(value)) {
        throw new IllegalArgumentException("the value is none of " + String.join(", ", values));
      }
      return value;
    };
  }

  /** A list without its line breaks and spaces. */
  static UnaryOperator<String> list() {
    return value -> value.replaceAll("\\s*,\\s*", ",").strip();
  }

  /** The boolean that {@code value} means. */
  static Optional<Boolean> flag(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true", "1", "yes", "on" -> Optional.of(true);
      case "false", "0", "no", "off" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /** Escapes what application.properties and its expressions would change. */
  private static String property(String value) {
    return value.replace("\\", "\\\\").replace("${", "\\\\${").replace("\n", " ");
  }
}
