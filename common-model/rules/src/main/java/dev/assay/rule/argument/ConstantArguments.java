package dev.assay.rule.argument;

import java.util.Optional;

/** The arguments that are the same in every evaluation. */
public interface ConstantArguments {
  /** The argument, read; empty when data of a machine decides what it is, or it cannot be read. */
  <T> Optional<T> literal(Argument<T> argument);
}
