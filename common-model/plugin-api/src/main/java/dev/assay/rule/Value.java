package dev.assay.rule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * The value of an argument in one evaluation. Its JSON may be part of the inspection data: copy it
 * before changing or storing it. Source: spec rules.md 7.3, 7.4.
 */
public interface Value {
  /** The value. */
  JsonNode json();

  /**
   * The text form: a string itself, anything else as Python writes it, such as {@code None}, {@code
   * True} and {@code ['a', 1]}.
   */
  String text();

  /** Whether it is the result of an expression, not a literal of the rule. */
  boolean expression();

  /** False for a string that stayed as written because a lookup in it found nothing. */
  boolean found();

  /** The elements of a list; empty when the value is not a list. */
  Optional<List<Value>> items();
}
