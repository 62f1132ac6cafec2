package dev.assay.rule.argument;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.regex.Regex;
import dev.assay.rule.format.TextForm;
import java.util.List;
import java.util.Locale;

/**
 * What an argument must be. A literal is read once, when the rule is compiled; what it cannot be
 * read as is then refused.
 *
 * @param reader gives the value as it is used; IllegalArgumentException says what it must be
 * @param verbatim whether it is interpolated only inside loops, because braces mean something in it
 * @param <T> what it is read as; immutable, because it is shared
 */
public record ArgumentType<T>(Reader<T> reader, boolean verbatim) {
  /** Anything. */
  public static final ArgumentType<Value> VALUE = of(value -> value);

  /** Anything, as JSON; it may be that of the data, which actions copy when they keep it. */
  public static final ArgumentType<JsonNode> JSON = of(Value::json);

  /** Anything, as text. */
  public static final ArgumentType<String> TEXT = of(value -> TextForm.of(value.json()));

  /** True or false, or such a text. */
  public static final ArgumentType<Boolean> FLAG = of(ArgumentType::flag);

  /** A list. */
  public static final ArgumentType<List<Value>> VALUES =
      of(
          value ->
              value
                  .items()
                  .orElseThrow(
                      () ->
                          new IllegalArgumentException(
                              "Expected list for 'values', got: " + JsonTypeNames.name(value.json()))));

  /** A regular expression. */
  public static final ArgumentType<Regex> REGEX =
      new ArgumentType<>(value -> Regex.compile(TextForm.of(value.json())), true);

  /** Reads one value. */
  @FunctionalInterface
  public interface Reader<T> {
    /** See {@link ArgumentType#reader}. */
    T read(Value value);
  }

  /** One that is interpolated everywhere. */
  public static <T> ArgumentType<T> of(Reader<T> reader) {
    return new ArgumentType<>(reader, false);
  }

  private static boolean flag(Value value) {
    return switch (value.json().asText().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("it must be true or false");
    };
  }
}
