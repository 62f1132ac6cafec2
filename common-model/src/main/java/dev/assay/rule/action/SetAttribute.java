package dev.assay.rule.action;

import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.argument.Arguments;
import dev.assay.rule.argument.Given;
import dev.assay.rule.argument.Literals;
import dev.assay.rule.image.Fields;

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
  public void check(Literals given, Phase phase) {
    Paths.checkSet(Fields.NODE, given.literal(Paths.NODE), given.literal(Paths.VALUE));
  }

  @Override
  public String attempt(Given given) {
    return "set attribute " + Paths.assignment(given, Paths.NODE);
  }

  @Override
  public void run(Given given, RuleScope scope) {
    scope.node().set(given.get(Paths.NODE), given.get(Paths.VALUE));
  }
}
