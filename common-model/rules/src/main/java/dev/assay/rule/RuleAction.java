package dev.assay.rule;

import dev.assay.rule.definition.Phase;

import dev.assay.rule.argument.Arguments;
import dev.assay.rule.argument.ArgumentValues;
import dev.assay.rule.argument.ConstantArguments;
import java.util.Optional;

/**
 * What a rule does. Found by {@link java.util.ServiceLoader}, made once a process, and used by many
 * threads: it keeps nothing of an inspection, and changes only the {@link RuleScope}. Source: spec
 * rules.md 10, 14.
 */
public interface RuleAction {
  /** Lower case with dashes: "set-attribute". */
  String name();

  /** What it must and may be given, in the order of the list form. */
  Arguments arguments();

  /** Whether it can do without a node and ports, in phase early. */
  default boolean early() {
    return false;
  }

  /**
   * This action with its options, called once at start; IllegalArgumentException stops the start
   * and says which option makes no sense.
   */
  default RuleAction configured(RulesConfig config) {
    return this;
  }

  /** Why no rule may use it as things are configured; empty when rules may. */
  default Optional<String> refusal() {
    return Optional.empty();
  }

  /**
   * Refuses, when a rule is written, literals that can never be done in {@code phase}:
   * IllegalArgumentException says why. Each for itself is refused by its {@link
   * dev.assay.rule.argument.ArgumentType}.
   */
  default void check(ConstantArguments given, Phase phase) {}

  /**
   * What it tries to do, to go on "Failed to": "set attribute extra/a with value 1". Of {@code
   * given} only {@link ArgumentValues#shown} may be used, which shows no secrets.
   */
  default String attempt(ArgumentValues given) {
    return "run action " + name();
  }

  /** Does it. IllegalArgumentException says why it cannot, and fails the inspection. */
  void run(ArgumentValues given, RuleScope scope);
}
