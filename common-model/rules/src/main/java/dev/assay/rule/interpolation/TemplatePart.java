package dev.assay.rule.interpolation;

import org.jspecify.annotations.Nullable;

/** A part of a template. */
sealed interface TemplatePart permits Literal, Expression {
  /** Appends what it stands for, or answers why it cannot. */
  UnresolvedText.@Nullable Reason appendTo(StringBuilder out, Variables variables);

  /** As the rule has it. */
  String written();
}
