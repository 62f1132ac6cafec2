package dev.assay.rule.argument;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.rule.format.TextForm;
import java.math.BigDecimal;
import java.util.Optional;

/** When values are equal, and which is less. Source: spec rules.md 6, 7.3. */
public final class Equality {
  private Equality() {}

  /**
   * Numbers by value, true and false as 1 and 0, lists and objects deep; a number never equals a
   * text.
   */
  @SuppressWarnings("ReferenceEquality") // what is the same needs no look inside
  public static boolean equal(JsonNode a, JsonNode b) {
    if (a == b) { // an expression that is asked for twice, however large
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

  /** As above, but what an expression gave equals a text if its text form does. */
  public static boolean equal(Value a, Value b) {
    return (isLookedUpBesideText(a, b) || isLookedUpBesideText(b, a))
        ? TextForm.of(a.json()).equals(TextForm.of(b.json()))
        : equal(a.json(), b.json());
  }

  /**
   * Less than zero, zero or more, as {@link java.util.Comparator}: numbers, or texts by code point,
   * or a text that is a number with what an expression gave. IllegalArgumentException for other
   * pairs.
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
        "%s and %s cannot be ordered".formatted(JsonTypeNames.name(a.json()), JsonTypeNames.name(b.json())));
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

  /** Not by UTF-16 unit, as String does. */
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
