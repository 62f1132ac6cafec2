package dev.assay.rule.operator;

import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleOperator;

/**
 * The regular expression matches some part of the value's text form. Source: spec rules.md 6,
 * contains.
 */
public final class Contains implements RuleOperator {
  private static final Argument<String> VALUE = Argument.required("value", ArgumentType.TEXT);

  @Override
  public String name() {
    return "contains";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(VALUE, Matches.REGEX);
  }

  @Override
  public boolean test(ArgumentValues given) {
    return given.get(Matches.REGEX).contains(given.get(VALUE));
  }
}
