package dev.assay.rule.operator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleOperator;
import dev.assay.rule.Value;
import dev.assay.rule.argument.Equality;

/**
 * The value equals an element of the list, or is a substring of the string. Source: spec rules.md
 * 6, one-of.
 */
public final class OneOf implements RuleOperator {
  private static final Argument<Value> VALUE = Argument.required("value", ArgumentType.VALUE);
  private static final Argument<Value> VALUES =
      Argument.optional(
          "values", ArgumentType.of(OneOf::listOrText), JsonNodeFactory.instance.arrayNode());

  @Override
  public String name() {
    return "one-of";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(VALUE, VALUES);
  }

  @Override
  public boolean test(ArgumentValues given) {
    var value = given.get(VALUE);
    var values = given.get(VALUES);
    return values
        .items()
        .map(items -> items.stream().anyMatch(item -> Equality.equal(value, item)))
        .orElseGet(() -> values.found() && values.json().textValue().contains(value.text()));
  }

  private static Value listOrText(Value value) {
    if (!value.json().isTextual() && value.items().isEmpty()) {
      throw new IllegalArgumentException("Expected list or text for 'values'");
    }
    return value;
  }
}
