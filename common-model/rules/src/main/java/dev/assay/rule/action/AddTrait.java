package dev.assay.rule.action;

import dev.assay.node.Traits;
import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.Value;

/** Adds a trait to the node. Source: spec rules.md 10, add-trait. */
public final class AddTrait implements RuleAction {
  private static final Argument<String> NAME =
      Argument.required("name", ArgumentType.of(AddTrait::validName));

  @Override
  public String name() {
    return "add-trait";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(NAME);
  }

  @Override
  public String attempt(ArgumentValues given) {
    return "add trait " + given.shown(NAME);
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    var traits = scope.traits();
    if (traits.add(given.get(NAME))) {
      if (traits.size() > Traits.AT_MOST) {
        throw new IllegalArgumentException(
            "a node has at most %d traits".formatted(Traits.AT_MOST));
      }
      scope.traits(traits);
    }
  }

  private static String validName(Value value) {
    var name = value.text();
    if (!Traits.valid(name)) {
      throw new IllegalArgumentException(Traits.GRAMMAR);
    }
    return name;
  }
}
