package dev.assay.rule.action;

import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;

/**
 * Removes one of the capabilities in the properties of the node. Source: spec rules.md 10,
 * unset-capability.
 */
public final class UnsetCapability implements RuleAction {
  private static final Argument<String> NAME =
      Argument.required("name", ArgumentType.of(CapabilityText::name));

  @Override
  public String name() {
    return "unset-capability";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(NAME);
  }

  @Override
  public String attempt(ArgumentValues given) {
    return "unset capability " + given.shown(NAME);
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    CapabilityText.unset(scope, given.get(NAME));
  }
}
