package dev.assay.rule.interpolation;

import com.fasterxml.jackson.databind.JsonNode;

/** What an expression finds. */
sealed interface LookupResult {
  /** The value, still that of the data. */
  record Found(JsonNode value) implements LookupResult {}

  record Failed(UnresolvedText.Reason reason) implements LookupResult {}
}
