package dev.assay.rule.interpolation;

import com.fasterxml.jackson.databind.JsonNode;

/** The result of looking up an expression's value. */
sealed interface LookupResult {
  /** The value; it is part of the inspection data. */
  record Found(JsonNode value) implements LookupResult {}

  record Failed(UnresolvedText.Reason reason) implements LookupResult {}
}
