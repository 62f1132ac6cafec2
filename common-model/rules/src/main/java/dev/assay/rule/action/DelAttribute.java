package dev.assay.rule.action;

import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.ConstantArguments;
import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.data.SettableFields;

/**
 * Removes a key of the node, or resets a field to its default. Source: spec rules.md 10,
 * del-attribute.
 */
public final class DelAttribute implements RuleAction {
  @Override
  public String name() {
    return "del-attribute";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(Paths.NODE);
  }

  @Override
  public void check(ConstantArguments given, Phase phase) {
    Paths.checkDelete(SettableFields.NODE, given.literal(Paths.NODE));
  }

  @Override
  public String attempt(ArgumentValues given) {
    return "delete attribute at " + given.shown(Paths.NODE);
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    scope.node().remove(given.get(Paths.NODE));
  }
}
