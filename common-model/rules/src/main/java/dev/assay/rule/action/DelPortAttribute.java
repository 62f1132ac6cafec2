package dev.assay.rule.action;

import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.ConstantArguments;
import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.data.SettableFields;

/**
 * Removes a key of a port, or resets a field to its default. Source: spec rules.md 10,
 * del-port-attribute.
 */
public final class DelPortAttribute implements RuleAction {
  @Override
  public String name() {
    return "del-port-attribute";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(Paths.PORT_ID, Paths.PORT);
  }

  @Override
  public void check(ConstantArguments given, Phase phase) {
    Paths.checkDelete(SettableFields.PORT, given.literal(Paths.PORT));
  }

  @Override
  public String attempt(ArgumentValues given) {
    return "delete attribute at %s of port %s"
        .formatted(given.shown(Paths.PORT), given.shown(Paths.PORT_ID));
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    scope.port(given.get(Paths.PORT_ID)).remove(given.get(Paths.PORT));
  }
}
