package dev.assay.rule.operator;

import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleOperator;
import dev.assay.rule.regex.Regex;

/**
 * The regular expression matches the whole text form of the value. Source: spec rules.md 6,
 * matches.
 */
public final class Matches implements RuleOperator {
  private static final Argument<String> VALUE = Argument.required("value", ArgumentType.TEXT);

  /** Braces in a regular expression are its own. */
  static final Argument<Regex> REGEX =
      Argument.required("regex", new ArgumentType<>(value -> Regex.compile(value.text()), true));

  @Override
  public String name() {
    return "matches";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(VALUE, REGEX);
  }

  @Override
  public boolean test(ArgumentValues given) {
    return given.get(REGEX).matches(given.get(VALUE));
  }
}
