package dev.assay.rule.operator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleOperator;

/** The value is null. Source: spec rules.md 6, is-none. */
public final class IsNone implements RuleOperator {
  private static final Argument<JsonNode> VALUE = Argument.required("value", ArgumentType.JSON);

  @Override
  public String name() {
    return "is-none";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(VALUE);
  }

  @Override
  public boolean test(ArgumentValues given) {
    return given.get(VALUE).isNull();
  }
}
