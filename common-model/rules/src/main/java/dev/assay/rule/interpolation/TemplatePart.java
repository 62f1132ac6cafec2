package dev.assay.rule.interpolation;

import org.jspecify.annotations.Nullable;

/** A part of a template. */
sealed interface TemplatePart permits Literal, Expression {
  /** Appends the value; returns why it cannot be appended, or null. */
  UnresolvedText.@Nullable Reason appendTo(StringBuilder out, Variables variables);

  /** The text as written in the rule; of a {@link Literal}, with single braces. */
  String written();
}
