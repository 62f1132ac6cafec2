package dev.assay.rule.argument;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.rule.Value;
import java.math.BigDecimal;
import java.util.Optional;

/** Compares values: equality and order. Source: spec rules.md 6, 7.3. */
public final class Equality {
  private Equality() {}

  /**
   * Compares numbers by value, true and false as 1 and 0, lists and objects deeply. A number never
   * equals a string.
   */
  @SuppressWarnings("ReferenceEquality") // identical nodes need no deep comparison
  public static boolean equal(JsonNode a, JsonNode b) {
    if (a == b) { // the same expression used twice, possibly large
      return true;
    }
    if (isNumeric(a) && isNumeric(b)) {
      return number(a).compareTo(number(b)) == 0;
    }
    if (a.getNodeType() != b.getNodeType() || a.size() != b.size()) {
      return false;
    }
    return switch (a.getNodeType()) {
      case ARRAY -> {
        var same = true;
        for (int i = 0; same && i < a.size(); i++) {
          same = equal(a.get(i), b.get(i));
        }
        yield same;
      }
      case OBJECT ->
          a.properties().stream()
              .allMatch(
                  member ->
                      b.has(member.getKey()) && equal(member.getValue(), b.get(member.getKey())));
      default -> a.equals(b);
    };
  }

  /** As above, but the result of an expression also equals a string when its text form does. */
  public static boolean equal(Value a, Value b) {
    return (isLookedUpBesideText(a, b) || isLookedUpBesideText(b, a))
        ? a.text().equals(b.text())
        : equal(a.json(), b.json());
  }

  /**
   * Returns a negative number, zero or a positive number, as {@link java.util.Comparator}. Compares
   * numbers, strings by code point, and a numeric string with the result of an expression.
   *
   * @throws IllegalArgumentException for other pairs
   */
  public static int compare(Value a, Value b) {
    if (isNumeric(a.json()) && isNumeric(b.json())) {
      return number(a.json()).compareTo(number(b.json()));
    }
    if (a.json().isTextual() && b.json().isTextual()) {
      return byCodePoint(a.json().textValue(), b.json().textValue());
    }
    if (isLookedUpBesideText(a, b) || isLookedUpBesideText(b, a)) {
      var first = parsed(a.json());
      var second = parsed(b.json());
      if (first.isPresent() && second.isPresent()) {
        return first.get().compareTo(second.get());
      }
    }
    throw new IllegalArgumentException(
        "%s and %s cannot be ordered"
            .formatted(JsonTypeNames.name(a.json()), JsonTypeNames.name(b.json())));
  }

  private static boolean isLookedUpBesideText(Value looked, Value text) {
    return looked.expression() && !looked.json().isTextual() && text.json().isTextual();
  }

  private static boolean isNumeric(JsonNode value) {
    return value.isNumber() || value.isBoolean();
  }

  private static BigDecimal number(JsonNode value) {
    return value.isBoolean()
        ? value.booleanValue() ? BigDecimal.ONE : BigDecimal.ZERO
        : value.decimalValue();
  }

  private static Optional<BigDecimal> parsed(JsonNode value) {
    if (isNumeric(value)) {
      return Optional.of(number(value));
    }
    try {
      return value.getNodeType() == JsonNodeType.STRING && value.textValue().length() < 1000
          ? Optional.of(new BigDecimal(value.textValue().strip()))
          : Optional.empty();
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  /** By code points rather than UTF-16 units, as String does. */
  private static int byCodePoint(String a, String b) {
    for (int i = 0; i < a.length() && i < b.length(); ) {
      var first = a.codePointAt(i);
      var second = b.codePointAt(i);
      if (first != second) {
        return Integer.compare(first, second);
      }
      i += Character.charCount(first);
    }
    return Integer.compare(a.length(), b.length());
  }
}
