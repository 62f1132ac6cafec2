package dev.assay.rule.argument;

import java.util.function.Predicate;

/** The arguments of one evaluation. What is not asked for is not evaluated. */
public interface ArgumentValues {
  /** The argument, read; IllegalArgumentException when it cannot be read as what it must be. */
  <T> T get(Argument<T> argument);

  /** The argument for people, shortened and without secrets; never fails. */
  String shown(Argument<?> argument);

  /** Whether the whole argument, as text, is such a one; never fails. */
  boolean is(Argument<?> argument, Predicate<String> such);

  /**
   * The argument as a message for people: without secrets, and of a sensitive rule only what stands
   * in the rule itself.
   */
  String told(Argument<?> argument);

  /** Whether it is an iteration of a loop. */
  boolean inLoop();
}
