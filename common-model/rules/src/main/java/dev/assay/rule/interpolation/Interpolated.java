package dev.assay.rule.interpolation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Optional;

/**
 * The result of evaluating a template.
 *
 * @param value may be shared with the data and the rule: never change it, and copy it to keep it
 * @param expression whether it contains inspection data, so that numbers and strings are compared
 *     as in spec rules.md 7.3
 * @param missing the first expression without a value; the string with it stays as written
 */
public record Interpolated(JsonNode value, boolean expression, Optional<UnresolvedText> missing) {
  static Interpolated literal(JsonNode value) {
    return new Interpolated(value, false, Optional.empty());
  }

  static Interpolated evaluated(JsonNode value) {
    return new Interpolated(value, true, Optional.empty());
  }

  static Interpolated asWritten(String text, UnresolvedText missing) {
    return new Interpolated(TextNode.valueOf(text), false, Optional.of(missing));
  }

  /** Combines the results of {@code parts}, in their order. */
  static Interpolated of(JsonNode structure, List<Interpolated> parts) {
    return new Interpolated(
        structure,
        parts.stream().anyMatch(Interpolated::expression),
        parts.stream().flatMap(part -> part.missing.stream()).findFirst());
  }
}
