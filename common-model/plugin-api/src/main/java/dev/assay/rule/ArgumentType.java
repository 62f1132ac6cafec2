package dev.assay.rule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/**
 * The type of an argument. Literals are read once, when the rule is compiled; a literal that cannot
 * be read as the type is rejected then.
 *
 * @param reader converts the JSON value; throws IllegalArgumentException with a message that says
 *     what the value must be
 * @param verbatim whether it is interpolated only inside loops, because it may itself contain
 *     braces
 * @param <T> the Java type of the value; must be immutable, because values are shared
 */
public record ArgumentType<T>(Reader<T> reader, boolean verbatim) {
  /** Any value. */
  public static final ArgumentType<Value> VALUE = of(value -> value);

  /** Any value, as JSON. It may be part of the inspection data: copy it before changing it. */
  public static final ArgumentType<JsonNode> JSON = of(Value::json);

  /** Any value, in its text form. */
  public static final ArgumentType<String> TEXT = of(Value::text);

  /** A boolean, or the string true or false. */
  public static final ArgumentType<Boolean> FLAG = of(ArgumentType::parseBoolean);

  /** Converts a JSON value to the type of the argument. */
  @FunctionalInterface
  public interface Reader<T> {
    /** See {@link ArgumentType#reader}. */
    T read(Value value);
  }

  /** A type that is interpolated inside and outside loops. */
  public static <T> ArgumentType<T> of(Reader<T> reader) {
    return new ArgumentType<>(reader, false);
  }

  private static boolean parseBoolean(Value value) {
    return switch (value.json().asText().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("it must be true or false");
    };
  }
}
