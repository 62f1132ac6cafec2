package dev.assay.rule.classic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.RuleOperator;
import dev.assay.rule.argument.EvaluatedValue;
import dev.assay.rule.operator.Contains;
import dev.assay.rule.operator.InNet;
import dev.assay.rule.operator.Matches;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The operators of classic conditions, by those of inspection rules where the meaning is the same.
 * Source: spec inspector-compat.md 6.2.
 */
enum Operator {
  EQ("eq"),
  NE("ne"),
  LT("lt"),
  GT("gt"),
  LE("le"),
  GE("ge"),
  IN_NET("in-net"),
  MATCHES("matches"),
  CONTAINS("contains"),
  IS_EMPTY("is-empty");

  private static final Same NET = new Same(new InNet(), "address", "subnet");
  private static final Same MATCH = new Same(new Matches(), "value", "regex");
  private static final Same SEARCH = new Same(new Contains(), "value", "regex");

  private final String wire;

  Operator(String wire) {
    this.wire = wire;
  }

  /**
   * An operator of inspection rules with the same meaning, and the names of its arguments for the
   * found value and that of the condition.
   */
  private record Same(RuleOperator operator, String found, String value) {
    boolean test(JsonNode it, JsonNode other) {
      return operator.test(new LiteralArguments(Map.of(found, it, value, other), text -> text));
    }

    void check(JsonNode constant) {
      operator.arguments().declared().stream()
          .filter(argument -> argument.name().equals(value))
          .forEach(argument -> argument.type().reader().read(EvaluatedValue.literal(constant)));
    }
  }

  static Optional<Operator> ofWire(String name) {
    return Arrays.stream(values()).filter(it -> it.wire.equals(name)).findFirst();
  }

  static String names() {
    return Arrays.stream(values()).map(it -> it.wire).collect(Collectors.joining(", "));
  }

  String wire() {
    return wire;
  }

  /** Whether a condition has a {@code value}, which is then required. */
  boolean takesValue() {
    return this != IS_EMPTY;
  }

  /** Whether the condition is asked with null when its path finds nothing. */
  boolean asksWithoutValue() {
    return this == IS_EMPTY;
  }

  /** Throws IllegalArgumentException when no condition can have this {@code value}. */
  void check(JsonNode value) {
    switch (this) {
      case EQ, NE, LT, GT, LE, GE, IS_EMPTY -> {}
      case IN_NET -> NET.check(value);
      case MATCHES -> MATCH.check(value);
      case CONTAINS -> SEARCH.check(value);
    }
  }

  /**
   * Whether it holds; IllegalArgumentException when that cannot be decided. {@code value} is null
   * JSON for an operator without.
   */
  boolean test(JsonNode found, JsonNode value) {
    return switch (this) {
      case EQ -> Comparison.equal(found, value);
      case NE -> !Comparison.equal(found, value);
      case LT -> Comparison.compare(found, value) < 0;
      case GT -> Comparison.compare(found, value) > 0;
      case LE -> Comparison.compare(found, value) <= 0;
      case GE -> Comparison.compare(found, value) >= 0;
      case IN_NET -> NET.test(found, value);
      case MATCHES -> MATCH.test(found, value);
      case CONTAINS -> SEARCH.test(found, value);
      case IS_EMPTY -> isEmpty(found);
    };
  }

  private static boolean isEmpty(JsonNode found) {
    return found.isNull()
        || (found.isTextual() && found.textValue().isEmpty())
        || (found.isContainerNode() && found.isEmpty());
  }
}
