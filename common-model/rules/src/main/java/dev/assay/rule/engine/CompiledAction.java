package dev.assay.rule.engine;

import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.argument.EvaluatedArguments;
import dev.assay.rule.argument.EvaluationContext;
import dev.assay.rule.definition.Action;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One action of a compiled rule, ready to run. */
final class CompiledAction {
  private final CompiledStep step;
  private final @Nullable RuleAction action;

  private CompiledAction(CompiledStep step, @Nullable RuleAction action) {
    this.step = step;
    this.action = action;
  }

  static CompiledAction of(int index, Action written, Phase phase, RuleRegistry registry) {
    var place = "actions[%d]".formatted(index);
    var name = written.op().strip();
    var action = registry.action(name).orElse(null);
    if (action == null) {
      return new CompiledAction(unknown(place, name, registry), null);
    }
    return new CompiledAction(
        CompiledStep.guarded(place, name, () -> step(place, name, written, phase, action)), action);
  }

  private static CompiledStep step(
      String place, String name, Action written, Phase phase, RuleAction action) {
    var refused =
        phase == Phase.EARLY && !action.early()
            ? Optional.of(
                "action %s is not possible in phase early: there is no node yet".formatted(name))
            : action.refusal();
    return refused
        .map(why -> CompiledStep.broken(place, name, why, why))
        .orElseGet(
            () ->
                CompiledStep.of(place, name, action.arguments(), written.args(), written.loop())
                    .checked(arguments -> action.check(arguments, phase)));
  }

  private static CompiledStep unknown(String place, String name, RuleRegistry registry) {
    var known = String.join(", ", registry.actions());
    return CompiledStep.broken(
        place,
        name,
        "Unsupported action: '%s'. Supported actions are: %s".formatted(name, known),
        "'%s' is not one of [%s]".formatted(name, known));
  }

  CompiledStep step() {
    return step;
  }

  /**
   * Runs the action, once per item if it has a loop.
   *
   * @throws ActionFailed when the action throws an IllegalArgumentException
   */
  void run(EvaluationContext in, RuledData scope) {
    var arguments = step.require();
    if (!step.loop().repeats()) {
      run(arguments.in(in), scope);
      return;
    }
    for (var item : step.loop().items(in)) {
      Interruption.check();
      run(arguments.in(in.with(item)), scope);
    }
  }

  private void run(EvaluatedArguments given, RuledData scope) {
    if (action == null) {
      throw new IllegalStateException("an action that is not known has no arguments");
    }
    try {
      action.run(given, scope);
    } catch (IllegalArgumentException e) {
      throw new ActionFailed(action.attempt(given), e);
    }
  }
}
