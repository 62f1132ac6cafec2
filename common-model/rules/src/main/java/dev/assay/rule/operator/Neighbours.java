package dev.assay.rule.operator;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.Value;
import dev.assay.rule.argument.EvaluatedValue;
import dev.assay.rule.argument.JsonTypeNames;
import java.util.List;
import java.util.function.BiPredicate;

/** Common part of eq, lt and gt: compares each element of a list with the next. */
final class Neighbours {
  private static final Argument<List<Value>> VALUES =
      Argument.required("values", ArgumentType.of(Neighbours::items));
  private static final Argument<Boolean> FORCE_STRINGS =
      Argument.optional("force_strings", ArgumentType.FLAG, BooleanNode.FALSE);

  static final Arguments ARGUMENTS = Arguments.of(VALUES, FORCE_STRINGS).spread();

  private Neighbours() {}

  /**
   * Whether {@code compare} holds for each pair; true for fewer than two values. Inside loops, or
   * with force_strings, the text forms are compared.
   */
  static boolean all(ArgumentValues given, BiPredicate<Value, Value> compare) {
    var values = given.get(VALUES);
    var texts = given.inLoop() || given.get(FORCE_STRINGS);
    for (int i = 1; i < values.size(); i++) {
      if (!compare.test(operand(values.get(i - 1), texts), operand(values.get(i), texts))) {
        return false;
      }
    }
    return true;
  }

  private static Value operand(Value value, boolean text) {
    return text ? EvaluatedValue.literal(TextNode.valueOf(value.text())) : value;
  }

  private static List<Value> items(Value value) {
    return value
        .items()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Expected list for 'values', got: " + JsonTypeNames.name(value.json())));
  }
}
