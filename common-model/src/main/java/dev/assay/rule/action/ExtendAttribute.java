package dev.assay.rule.action;

import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.argument.Arguments;
import dev.assay.rule.argument.Given;
import dev.assay.rule.argument.Literals;
import dev.assay.rule.image.Fields;

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
  public void check(Literals given, Phase phase) {
    Paths.checkExtend(Fields.NODE, given.literal(Paths.NODE));
  }

  @Override
  public String attempt(Given given) {
    return "extend attribute " + Paths.assignment(given, Paths.NODE);
  }

  @Override
  public void run(Given given, RuleScope scope) {
    scope.node().extend(given.get(Paths.NODE), given.get(Paths.VALUE), given.get(Paths.UNIQUE));
  }
}
