package dev.assay.rule.action;

import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.argument.Arguments;
import dev.assay.rule.argument.Given;
import dev.assay.rule.argument.Literals;
import dev.assay.rule.image.Fields;

/**
 * Removes a key of the node, or sets a field to its default. Source: spec rules.md 10,
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
  public void check(Literals given, Phase phase) {
    Paths.checkDelete(Fields.NODE, given.literal(Paths.NODE));
  }

  @Override
  public String attempt(Given given) {
    return "delete attribute at " + given.shown(Paths.NODE);
  }

  @Override
  public void run(Given given, RuleScope scope) {
    scope.node().remove(given.get(Paths.NODE));
  }
}
