package dev.assay.rule.operator;

import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleOperator;
import dev.assay.rule.Value;
import java.util.Set;

/**
 * The value is null or missing, or an empty string, list or object. Source: spec rules.md 6,
 * is-empty.
 */
public final class IsEmpty implements RuleOperator {
  private static final Argument<Value> VALUE = Argument.required("value", ArgumentType.VALUE);
  private static final Set<String> EMPTY = Set.of("", "None", "[]", "{}");

  @Override
  public String name() {
    return "is-empty";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(VALUE);
  }

  @Override
  public boolean test(ArgumentValues given) {
    var value = given.get(VALUE);
    var json = value.json();
    return !value.found()
        || (json.isContainerNode() ? json.isEmpty() : EMPTY.contains(value.text()));
  }
}
