package dev.assay.rule.engine;

import dev.assay.rule.definition.InvalidRule;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.RulesConfig.Interpolation;
import dev.assay.rule.interpolation.ResultMode;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A rule that is validated and ready to run. Immutable and thread-safe. */
public final class CompiledRule {
  private final Rule rule;
  private final List<CompiledCondition> conditions;
  private final List<CompiledAction> actions;
  private final RulesConfig config;

  private CompiledRule(Rule rule, RuleRegistry registry) {
    this.rule = rule;
    conditions =
        IntStream.range(0, rule.conditions().size())
            .mapToObj(i -> CompiledCondition.of(i, rule.conditions().get(i), registry))
            .toList();
    actions =
        IntStream.range(0, rule.actions().size())
            .mapToObj(i -> CompiledAction.of(i, rule.actions().get(i), rule.phase(), registry))
            .toList();
    config = registry.config();
  }

  /**
   * Compiles a rule that a user submits.
   *
   * @throws InvalidRule with every problem: unknown operators, actions and arguments, and literals
   *     that cannot be read as the required type; see also {@link #warnings}
   */
  public static CompiledRule compile(Rule rule, RuleRegistry registry) {
    var compiled = new CompiledRule(rule, registry);
    InvalidRule.unlessEmpty(compiled.steps().flatMap(step -> step.problems().stream()).toList());
    return compiled;
  }

  /**
   * Compiles a rule that was accepted earlier, possibly by another version or with plug-ins that
   * are no longer installed. An invalid part does not throw here; it fails the inspections that
   * reach it.
   */
  public static CompiledRule stored(Rule rule, RuleRegistry registry) {
    return new CompiledRule(rule, registry);
  }

  /**
   * One sentence for each part that can never work: paths that no action can set, and expressions
   * that cannot be evaluated. Such rules are accepted because rules that clients have stored
   * contain them.
   */
  public List<String> warnings() {
    return steps().flatMap(step -> step.warnings().stream()).toList();
  }

  private Stream<CompiledStep> steps() {
    return Stream.concat(
        conditions.stream().map(CompiledCondition::step),
        actions.stream().map(CompiledAction::step));
  }

  /** The rule as written. */
  public Rule rule() {
    return rule;
  }

  List<CompiledCondition> conditions() {
    return conditions;
  }

  List<CompiledAction> actions() {
    return actions;
  }

  ResultMode mode() {
    return config.interpolation() == Interpolation.TYPED ? ResultMode.TYPED : ResultMode.STRING;
  }

  /** Whether the rule sees *** instead of secrets. */
  boolean masked() {
    return switch (config.maskSecrets()) {
      case ALWAYS -> true;
      case NEVER -> false;
      case SENSITIVE -> !rule.sensitive();
    };
  }

  /** The inspection scope that a node must have; null when the rule applies to all nodes. */
  @Nullable String scope() {
    return rule.scope() != null || rule.builtIn()
        ? rule.scope()
        : config.defaultScope().orElse(null);
  }
}
