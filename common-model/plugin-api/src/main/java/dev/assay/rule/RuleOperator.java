package dev.assay.rule;

/**
 * SPI: an operator that conditions can use. Implementations are found by {@link
 * java.util.ServiceLoader}, created once per process and used by many threads: they keep no state
 * of an inspection and change nothing. Source: spec rules.md 6, 14.
 */
public interface RuleOperator {
  /** Lower case with dashes, without "!": "one-of". */
  String name();

  /** Required and optional arguments, in the order of the list form. */
  Arguments arguments();

  /**
   * Whether the condition holds.
   *
   * @throws IllegalArgumentException when that cannot be decided; the message says why, and the
   *     inspection fails
   */
  boolean test(ArgumentValues given);
}
