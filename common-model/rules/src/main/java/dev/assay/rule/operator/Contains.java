package dev.assay.rule.operator;

import dev.assay.rule.RuleOperator;
import dev.assay.rule.argument.Argument;
import dev.assay.rule.argument.ArgumentType;
import dev.assay.rule.argument.ArgumentValues;
import dev.assay.rule.argument.Arguments;
import dev.assay.rule.regex.Regex;

/**
 * The regular expression matches some part of the value's text form. Source: spec rules.md 6,
 * contains.
 */
public final class Contains implements RuleOperator {
  private static final Argument<String> VALUE = Argument.required("value", ArgumentType.TEXT);
  private static final Argument<Regex> REGEX = Argument.required("regex", ArgumentType.REGEX);

  @Override
  public String name() {
    return "contains";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(VALUE, REGEX);
  }

  @Override
  public boolean test(ArgumentValues given) {
    return given.get(REGEX).contains(given.get(VALUE));
  }
}
