package dev.assay.rule.operator;

import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleOperator;
import dev.assay.rule.argument.Equality;

/** All values are equal. Source: spec rules.md 6, eq. */
public final class Eq implements RuleOperator {
  @Override
  public String name() {
    return "eq";
  }

  @Override
  public Arguments arguments() {
    return Neighbours.ARGUMENTS;
  }

  @Override
  public boolean test(ArgumentValues given) {
    return Neighbours.all(given, Equality::equal);
  }
}
