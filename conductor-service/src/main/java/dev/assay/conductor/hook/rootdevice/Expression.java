package dev.assay.conductor.hook.rootdevice;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A parsed hint. Source: hooks.md 18.2 and 18.3.
 *
 * @param operands lower case, trimmed; at least one, and exactly one except for {@link Operator#OR}
 */
record Expression(Operator operator, List<String> operands) {
  private static final Pattern OR = Pattern.compile(Operator.OR.symbol(), Pattern.LITERAL);

  Expression {
    operands = List.copyOf(operands);
  }

  /**
   * Parses {@code text}; throws {@link InvalidHint} when it is empty or has an operator without a
   * value.
   */
  static Expression parse(String hint, String text) {
    var expression = text.strip().toLowerCase(Locale.ROOT);
    if (expression.isEmpty()) {
      throw new InvalidHint("Root device hint \"%s\" expression is empty".formatted(hint));
    }
    var operator = Operator.of(expression);
    var values = expression.substring(operator.symbol().length()).strip();
    if (operator != Operator.NONE && (values.isEmpty() || Operator.of(values) != Operator.NONE)) {
      throw new InvalidHint(
          "Root device hint \"%s\" has no value behind the operator \"%s\". Hint expression: %s"
              .formatted(hint, operator.symbol(), text));
    }
    return new Expression(
        operator, operator == Operator.OR ? alternatives(values) : List.of(values));
  }

  private static List<String> alternatives(String values) {
    return Arrays.stream(OR.split(values))
        .map(String::strip)
        .filter(operand -> !operand.isEmpty())
        .toList();
  }
}
