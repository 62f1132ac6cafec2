package dev.assay.rule.action;

import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.argument.Argument;
import dev.assay.rule.argument.ArgumentType;
import dev.assay.rule.argument.Arguments;
import dev.assay.rule.argument.Given;
import dev.assay.rule.argument.Value;
import dev.assay.rule.interpolation.TextForm;
import java.util.regex.Pattern;

/** Adds a trait to the node. Source: spec rules.md 10, add-trait. */
public final class AddTrait implements RuleAction {
  private static final int AT_MOST = 50;
  private static final int LONGEST = 255;

  /** The custom ones, and the name spaces of the standard ones. */
  private static final Pattern PROPER =
      Pattern.compile("(CUSTOM|COMPUTE|HW|MISC|OWNER|STORAGE)_[A-Z0-9_]+");

  private static final Argument<String> NAME =
      Argument.required("name", ArgumentType.of(AddTrait::proper));

  @Override
  public String name() {
    return "add-trait";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(NAME);
  }

  @Override
  public String attempt(Given given) {
    return "add trait " + given.shown(NAME);
  }

  @Override
  public void run(Given given, RuleScope scope) {
    var traits = scope.traits();
    if (traits.add(given.get(NAME))) {
      if (traits.size() > AT_MOST) {
        throw new IllegalArgumentException("a node has at most %d traits".formatted(AT_MOST));
      }
      scope.traits(traits);
    }
  }

  private static String proper(Value value) {
    var name = TextForm.of(value.json());
    if (name.length() > LONGEST || !PROPER.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a trait is a standard name like HW_CPU_X86_VMX, or CUSTOM_ followed by A to Z, 0 to 9 and _, at most %d characters"
              .formatted(LONGEST));
    }
    return name;
  }
}
