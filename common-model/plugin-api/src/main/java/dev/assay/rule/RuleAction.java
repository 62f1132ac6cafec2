package dev.assay.rule;

import java.util.Optional;

/**
 * SPI: an action that rules can use. Implementations are found by {@link java.util.ServiceLoader},
 * created once per process and used by many threads: they keep no state of an inspection and change
 * only the {@link RuleScope}. Source: spec rules.md 10, 14.
 */
public interface RuleAction {
  /** Lower case with dashes: "set-attribute". */
  String name();

  /** Required and optional arguments, in the order of the list form. */
  Arguments arguments();

  /** Whether the action also works in phase early, without a node and ports. */
  default boolean early() {
    return false;
  }

  /** Why rules cannot use the action in this process; empty when they can. */
  default Optional<String> refusal() {
    return Optional.empty();
  }

  /**
   * Validates literal arguments when a rule is submitted: throws IllegalArgumentException when they
   * can never work in {@code phase}. Each argument on its own is already validated by its {@link
   * ArgumentType}.
   */
  default void check(ConstantArguments given, Phase phase) {}

  /**
   * Describes what the action does, to continue "Failed to": "set attribute extra/a with value 1".
   * Use only {@link ArgumentValues#shown} of {@code given}, which masks secrets.
   */
  default String attempt(ArgumentValues given) {
    return "run action " + name();
  }

  /**
   * Runs the action.
   *
   * @throws IllegalArgumentException when it cannot be done; the message says why, and the
   *     inspection fails
   */
  void run(ArgumentValues given, RuleScope scope);
}
