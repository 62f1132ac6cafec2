package dev.assay.rule.classic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import dev.assay.rule.argument.Equality;
import dev.assay.rule.argument.EvaluatedValue;
import dev.assay.rule.argument.JsonTypeNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * Compares a found value with the value of a condition, whose type it is converted to when that is
 * a number. Source: spec inspector-compat.md 6.2.
 */
final class Comparison {
  private static final int MAX_DIGITS = 1000;
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");

  private Comparison() {}

  static boolean equal(JsonNode found, JsonNode value) {
    return Equality.equal(converted(found, value), value);
  }

  /** As {@link java.util.Comparator}; IllegalArgumentException for values without an order. */
  static int compare(JsonNode found, JsonNode value) {
    return Equality.compare(
        EvaluatedValue.literal(converted(found, value)), EvaluatedValue.literal(value));
  }

  private static JsonNode converted(JsonNode found, JsonNode value) {
    if (value.isIntegralNumber() || value.isBoolean()) {
      return BigIntegerNode.valueOf(integer(found));
    }
    return value.isNumber() ? DecimalNode.valueOf(decimal(found)) : found;
  }

  private static BigInteger integer(JsonNode found) {
    if (found.isTextual()) {
      var text = found.textValue().strip();
      if (text.length() > MAX_DIGITS || !INTEGER.matcher(text).matches()) {
        throw unreadable(found, "a whole number");
      }
      return new BigInteger(text);
    }
    return decimal(found).toBigInteger(); // towards zero
  }

  private static BigDecimal decimal(JsonNode found) {
    if (found.isNumber()) {
      return found.decimalValue();
    }
    if (found.isBoolean()) {
      return found.booleanValue() ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (found.isTextual() && found.textValue().length() <= MAX_DIGITS) {
      try {
        var number = new BigDecimal(found.textValue().strip());
        if (Math.abs((long) number.scale()) <= MAX_DIGITS) {
          return number;
        }
      } catch (NumberFormatException _) {
        // refused below
      }
    }
    throw unreadable(found, "a number");
  }

  private static IllegalArgumentException unreadable(JsonNode found, String as) {
    return new IllegalArgumentException(
        "a value of type %s cannot be read as %s".formatted(JsonTypeNames.name(found), as));
  }
}
