package dev.assay.rule.action;

import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.ConstantArguments;
import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.data.SettableFields;

/** Sets a field of the node, or a key below it. Source: spec rules.md 10, set-attribute. */
public final class SetAttribute implements RuleAction {
  @Override
  public String name() {
    return "set-attribute";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(Paths.NODE, Paths.VALUE);
  }

  @Override
  public void check(ConstantArguments given, Phase phase) {
    Paths.checkSet(SettableFields.NODE, given.literal(Paths.NODE), given.literal(Paths.VALUE));
  }

  @Override
  public String attempt(ArgumentValues given) {
    return "set attribute " + Paths.assignment(given, Paths.NODE);
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    scope.node().set(given.get(Paths.NODE), given.get(Paths.VALUE));
  }
}
