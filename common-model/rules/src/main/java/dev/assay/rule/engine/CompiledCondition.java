package dev.assay.rule.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.RuleOperator;
import dev.assay.rule.argument.EvaluatedArguments;
import dev.assay.rule.argument.EvaluationContext;
import dev.assay.rule.definition.Condition;
import dev.assay.rule.definition.Multiple;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One condition of a compiled rule, ready to be evaluated. */
final class CompiledCondition {
  /** Operator names from Ironic's release notes, and the supported operator to use instead. */
  private static final Map<String, String> REPLACEMENTS =
      Map.of("ne", "!eq", "le", "!gt", "ge", "!lt");

  private final CompiledStep step;
  private final @Nullable RuleOperator operator;
  private final boolean inverted;
  private final Multiple multiple;

  private CompiledCondition(
      CompiledStep step,
      @Nullable RuleOperator operator,
      boolean inverted,
      @Nullable Multiple multiple) {
    this.step = step;
    this.operator = operator;
    this.inverted = inverted;
    this.multiple = multiple == null ? Multiple.ANY : multiple;
  }

  static CompiledCondition of(int index, Condition written, RuleRegistry registry) {
    var place = "conditions[%d]".formatted(index);
    var op = written.op().strip();
    var inverted = op.startsWith("!");
    var name = inverted ? op.substring(1).strip() : op;
    if (name.startsWith("!")) {
      var why = "Multiple exclamation marks are not allowed: '%s'".formatted(op);
      return new CompiledCondition(
          CompiledStep.broken(place, op, why, why), null, inverted, written.multiple());
    }
    var operator = registry.operator(name);
    if (operator.isEmpty()) {
      return new CompiledCondition(
          unknown(place, name, registry), null, inverted, written.multiple());
    }
    var known = inverted ? "!" + name : name;
    return new CompiledCondition(
        CompiledStep.guarded(
            place,
            known,
            () ->
                CompiledStep.of(
                    place, known, operator.get().arguments(), written.args(), written.loop())),
        operator.get(),
        inverted,
        written.multiple());
  }

  private static CompiledStep unknown(String place, String name, RuleRegistry registry) {
    var known = String.join(", ", registry.operators());
    var hint = REPLACEMENTS.containsKey(name) ? "; write " + REPLACEMENTS.get(name) : "";
    return CompiledStep.broken(
        place,
        name,
        "Unsupported operator: '%s'. Supported operators are: %s".formatted(name, known),
        "'%s' is not one of [%s], each with or without '!'%s".formatted(name, known, hint));
  }

  CompiledStep step() {
    return step;
  }

  /**
   * Evaluates the condition, for each item if it has a loop, and records in {@code answer} the
   * result and the arguments of the last evaluation.
   */
  Answer ask(EvaluationContext in, Answer answer) {
    var arguments = step.require();
    if (!step.loop().repeats()) {
      return answer.is(holds(answer.recordInput(arguments.in(in), null)));
    }
    return multiple(step.loop().items(in), in, answer);
  }

  private Answer multiple(Iterable<JsonNode> items, EvaluationContext in, Answer answer) {
    var holds = multiple == Multiple.ALL;
    for (var item : items) {
      Interruption.check();
      holds = holds(answer.recordInput(step.require().in(in.with(item)), item));
      if (multiple == Multiple.FIRST
          || (multiple == Multiple.ANY && holds)
          || (multiple == Multiple.ALL && !holds)) {
        break;
      }
    }
    return answer.is(holds);
  }

  private boolean holds(EvaluatedArguments given) {
    return operator != null && operator.test(given) != inverted;
  }

  /**
   * The result of an evaluation. It is filled step by step, so that after an exception the
   * arguments that caused it are known.
   */
  static final class Answer {
    private boolean holds;
    private @Nullable EvaluatedArguments given;
    private @Nullable JsonNode item;

    boolean holds() {
      return holds;
    }

    /** The arguments of the last evaluation, for the trace. */
    String compared(Function<JsonNode, String> shown) {
      if (given == null) {
        return "nothing to compare: the loop is empty";
      }
      var used = given.used(shown);
      return item == null ? used : "%s, for item %s".formatted(used, shown.apply(item));
    }

    private EvaluatedArguments recordInput(EvaluatedArguments now, @Nullable JsonNode of) {
      given = now;
      item = of;
      return now;
    }

    private Answer is(boolean result) {
      holds = result;
      return this;
    }
  }
}
