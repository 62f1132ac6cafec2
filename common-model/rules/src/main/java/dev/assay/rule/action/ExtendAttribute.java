package dev.assay.rule.action;

import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.ConstantArguments;
import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.data.SettableFields;

/** Adds an element to a list of the node. Source: spec rules.md 10, extend-attribute. */
public final class ExtendAttribute implements RuleAction {
  @Override
  public String name() {
    return "extend-attribute";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(Paths.NODE, Paths.VALUE, Paths.UNIQUE);
  }

  @Override
  public void check(ConstantArguments given, Phase phase) {
    Paths.checkExtend(SettableFields.NODE, given.literal(Paths.NODE));
  }

  @Override
  public String attempt(ArgumentValues given) {
    return "extend attribute " + Paths.assignment(given, Paths.NODE);
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    scope.node().extend(given.get(Paths.NODE), given.get(Paths.VALUE), given.get(Paths.UNIQUE));
  }
}
