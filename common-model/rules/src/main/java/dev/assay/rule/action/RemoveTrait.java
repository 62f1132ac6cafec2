package dev.assay.rule.action;

import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;

/** Removes a trait of the node. Source: spec rules.md 10, remove-trait. */
public final class RemoveTrait implements RuleAction {
  private static final Argument<String> NAME = Argument.required("name", ArgumentType.TEXT);

  @Override
  public String name() {
    return "remove-trait";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(NAME);
  }

  @Override
  public String attempt(ArgumentValues given) {
    return "remove trait " + given.shown(NAME);
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    var traits = scope.traits();
    if (traits.remove(given.get(NAME))) {
      scope.traits(traits);
    } else {
      scope.warn("the node has no trait " + given.shown(NAME));
    }
  }
}
