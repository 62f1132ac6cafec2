package dev.assay.rule.operator;

import dev.assay.rule.RuleOperator;
import dev.assay.rule.argument.Argument;
import dev.assay.rule.argument.ArgumentType;
import dev.assay.rule.argument.ArgumentValues;
import dev.assay.rule.argument.Arguments;
import dev.assay.rule.argument.Value;
import dev.assay.rule.format.TextForm;
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
        || (json.isContainerNode() ? json.isEmpty() : EMPTY.contains(TextForm.of(json)));
  }
}
