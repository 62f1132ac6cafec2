package dev.assay.rule;

import java.util.function.Predicate;

/** The arguments of one evaluation. An argument is evaluated only when it is read. */
public interface ArgumentValues {
  /**
   * Evaluates and converts the argument.
   *
   * @throws IllegalArgumentException when the value does not have the required type
   */
  <T> T get(Argument<T> argument);

  /** The value for error messages and traces: shortened, with secrets masked. Never throws. */
  String shown(Argument<?> argument);

  /** Whether the text form of the whole value satisfies {@code such}. Never throws. */
  boolean is(Argument<?> argument, Predicate<String> such);

  /**
   * The value as a message for users, with secrets masked. For a sensitive rule it is the argument
   * as written in the rule, with every expression masked.
   */
  String told(Argument<?> argument);

  /** Whether this evaluation is an iteration of a loop. */
  boolean inLoop();
}
