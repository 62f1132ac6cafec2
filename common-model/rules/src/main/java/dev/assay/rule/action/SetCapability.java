package dev.assay.rule.action;

import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;

/**
 * Sets one of the capabilities in the properties of the node. Source: spec rules.md 10,
 * set-capability.
 */
public final class SetCapability implements RuleAction {
  private static final Argument<String> NAME =
      Argument.required("name", ArgumentType.of(CapabilityText::name));
  private static final Argument<String> VALUE =
      Argument.required("value", ArgumentType.of(CapabilityText::value));

  @Override
  public String name() {
    return "set-capability";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(NAME, VALUE);
  }

  @Override
  public String attempt(ArgumentValues given) {
    return "set capability %s with value %s".formatted(given.shown(NAME), given.shown(VALUE));
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    CapabilityText.set(scope, given.get(NAME), given.get(VALUE));
  }
}
