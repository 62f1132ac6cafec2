package dev.assay.rule.interpolation;

import org.jspecify.annotations.Nullable;

/** A part of a template. */
sealed interface Piece permits Literal, Expression {
  /** Appends what it stands for, or answers why it cannot. */
  Missing.@Nullable Reason appendTo(StringBuilder out, Variables variables);

  /** As the rule has it. */
  String written();
}
