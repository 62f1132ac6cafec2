package dev.assay.rule.operator;

import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleOperator;
import dev.assay.rule.argument.Equality;

/** Each value is greater than the next. Source: spec rules.md 6, gt. */
public final class Gt implements RuleOperator {
  @Override
  public String name() {
    return "gt";
  }

  @Override
  public Arguments arguments() {
    return Neighbours.ARGUMENTS;
  }

  @Override
  public boolean test(ArgumentValues given) {
    return Neighbours.all(given, (a, b) -> Equality.compare(a, b) > 0);
  }
}
