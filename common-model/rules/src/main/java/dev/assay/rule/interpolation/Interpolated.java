package dev.assay.rule.interpolation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Optional;

/**
 * What became of a text or a structure of texts.
 *
 * @param value may be shared with the data and the rule: never changed, and copied by who keeps it
 * @param expression whether something of the data is in it, so that numbers and texts compare as
 *     spec rules.md 7.3 says
 * @param missing the first expression without a value; its text is in {@code value} as written
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

  /** A structure of {@code parts}, in their order. */
  static Interpolated of(JsonNode structure, List<Interpolated> parts) {
    return new Interpolated(
        structure,
        parts.stream().anyMatch(Interpolated::expression),
        parts.stream().flatMap(part -> part.missing.stream()).findFirst());
  }
}
