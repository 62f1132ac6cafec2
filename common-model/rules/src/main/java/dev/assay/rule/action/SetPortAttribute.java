package dev.assay.rule.action;

import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.ConstantArguments;
import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.data.SettableFields;

/** Sets a field of a port, or a key below it. Source: spec rules.md 10, set-port-attribute. */
public final class SetPortAttribute implements RuleAction {
  @Override
  public String name() {
    return "set-port-attribute";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(Paths.PORT_ID, Paths.PORT, Paths.VALUE);
  }

  @Override
  public void check(ConstantArguments given, Phase phase) {
    Paths.checkSet(SettableFields.PORT, given.literal(Paths.PORT), given.literal(Paths.VALUE));
  }

  @Override
  public String attempt(ArgumentValues given) {
    return "set attribute "
        + Paths.assignment(given, Paths.PORT)
        + " of port "
        + given.shown(Paths.PORT_ID);
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    scope.port(given.get(Paths.PORT_ID)).set(given.get(Paths.PORT), given.get(Paths.VALUE));
  }
}
