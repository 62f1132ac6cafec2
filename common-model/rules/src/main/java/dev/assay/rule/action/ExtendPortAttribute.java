package dev.assay.rule.action;

import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.ConstantArguments;
import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.data.SettableFields;

/** Adds an element to a list of a port. Source: spec rules.md 10, extend-port-attribute. */
public final class ExtendPortAttribute implements RuleAction {
  @Override
  public String name() {
    return "extend-port-attribute";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(Paths.PORT_ID, Paths.PORT, Paths.VALUE, Paths.UNIQUE);
  }

  @Override
  public void check(ConstantArguments given, Phase phase) {
    Paths.checkExtend(SettableFields.PORT, given.literal(Paths.PORT));
  }

  @Override
  public String attempt(ArgumentValues given) {
    return "extend attribute "
        + Paths.assignment(given, Paths.PORT)
        + " of port "
        + given.shown(Paths.PORT_ID);
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    scope
        .port(given.get(Paths.PORT_ID))
        .extend(given.get(Paths.PORT), given.get(Paths.VALUE), given.get(Paths.UNIQUE));
  }
}
