package dev.assay.rule.interpolation;

import com.fasterxml.jackson.databind.JsonNode;

/** What an expression finds. */
sealed interface LookUp {
  /** The value, still that of the data. */
  record Found(JsonNode value) implements LookUp {}

  record Failed(Missing.Reason reason) implements LookUp {}
}
