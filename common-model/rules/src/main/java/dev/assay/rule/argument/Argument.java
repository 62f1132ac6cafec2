package dev.assay.rule.argument;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * One argument of an operator or action: a constant of its class, by which it asks for the value.
 *
 * @param name as on the wire
 * @param fallback what stands for it when it is not given; null when it must be given
 * @param <T> what it is read as
 */
public record Argument<T>(String name, ArgumentType<T> type, @Nullable JsonNode fallback) {
  /** One that must be given. */
  public static <T> Argument<T> required(String name, ArgumentType<T> type) {
    return new Argument<>(name, type, null);
  }

  /** One that need not be given. */
  public static <T> Argument<T> optional(String name, ArgumentType<T> type, JsonNode fallback) {
    return new Argument<>(name, type, fallback);
  }

  /** Whether it must be given. */
  public boolean isRequired() {
    return fallback == null;
  }
}
