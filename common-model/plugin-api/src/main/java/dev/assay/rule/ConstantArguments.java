package dev.assay.rule;

import java.util.Optional;

/** The arguments of a rule whose values do not depend on inspection data. */
public interface ConstantArguments {
  /** The converted literal; empty when the value depends on inspection data, or is invalid. */
  <T> Optional<T> literal(Argument<T> argument);
}
