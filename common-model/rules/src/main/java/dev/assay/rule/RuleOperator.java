package dev.assay.rule;

import dev.assay.rule.argument.Arguments;
import dev.assay.rule.argument.ArgumentValues;

/**
 * What a condition asks. Found by {@link java.util.ServiceLoader}, made once a process, and used by
 * many threads: it keeps nothing of an inspection and changes nothing. Source: spec rules.md 6, 14.
 */
public interface RuleOperator {
  /** Lower case with dashes, without "!": "one-of". */
  String name();

  /** What it must and may be given, in the order of the list form. */
  Arguments arguments();

  /**
   * Whether it holds. IllegalArgumentException says why it cannot be told, and fails the
   * inspection.
   */
  boolean test(ArgumentValues given);
}
