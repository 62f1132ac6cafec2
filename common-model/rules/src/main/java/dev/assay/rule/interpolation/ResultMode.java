package dev.assay.rule.interpolation;

/** What an expression that is a whole text gives. Source: spec rules.md 7.3. */
public enum ResultMode {
  /** The value itself: number, boolean, null, list or object. */
  TYPED,
  /** Its text form, as Ironic does. */
  STRING
}
