package dev.assay.rule.action;

import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.argument.Arguments;
import dev.assay.rule.argument.Given;
import dev.assay.rule.argument.Literals;
import dev.assay.rule.image.Fields;

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
  public void check(Literals given, Phase phase) {
    Paths.checkSet(Fields.PORT, given.literal(Paths.PORT), given.literal(Paths.VALUE));
  }

  @Override
  public String attempt(Given given) {
    return "set attribute "
        + Paths.assignment(given, Paths.PORT)
        + " of port "
        + given.shown(Paths.PORT_ID);
  }

  @Override
  public void run(Given given, RuleScope scope) {
    scope.port(given.get(Paths.PORT_ID)).set(given.get(Paths.PORT), given.get(Paths.VALUE));
  }
}
