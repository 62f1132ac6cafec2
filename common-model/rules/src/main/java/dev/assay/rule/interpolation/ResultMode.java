package dev.assay.rule.interpolation;

/** The result type of a string that consists of one expression. Source: spec rules.md 7.3. */
public enum ResultMode {
  /** The value itself: number, boolean, null, list or object. */
  TYPED,
  /** The text form of the value, as in Ironic. */
  STRING
}
