package dev.assay.rule;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * Declares one argument of an operator or action. The operator or action keeps it as a constant and
 * passes it to {@link ArgumentValues#get} to read the value.
 *
 * @param name the name in JSON
 * @param fallback the default value; null when the argument is required
 * @param <T> the Java type of the value
 */
public record Argument<T>(String name, ArgumentType<T> type, @Nullable JsonNode fallback) {
  /** A required argument. */
  public static <T> Argument<T> required(String name, ArgumentType<T> type) {
    return new Argument<>(name, type, null);
  }

  /** An optional argument with a default value. */
  public static <T> Argument<T> optional(String name, ArgumentType<T> type, JsonNode fallback) {
    return new Argument<>(name, type, fallback);
  }

  /** Whether a rule must give it. */
  public boolean isRequired() {
    return fallback == null;
  }
}
