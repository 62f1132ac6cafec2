package dev.assay.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A value that an attribute cannot have because of its form or of another attribute. Source: spec
 * api.md 9.1 and 9.5.
 *
 * @param field the attribute, such as "properties/memory_mb"
 * @param why continues a sentence that begins with the field: "must be a non-negative integer"
 */
public record NodeInconsistency(String field, String why) {
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
  private static final Pattern GROUP = Pattern.compile("[a-zA-Z0-9._-]*");

  /** The first one in {@code document}, which is that of {@link NodeDocument}. */
  public static Optional<NodeInconsistency> in(ObjectNode document) {
    return Stream.of(
            size(document, "local_gb"),
            size(document, "memory_mb"),
            without(document, "retired_reason", "retired"),
            without(document, "protected_reason", "protected"),
            group(document))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<NodeInconsistency> size(ObjectNode document, String property) {
    return problem(
        sound(document.path("properties").path(property)),
        "properties/" + property,
        "must be a non-negative integer");
  }

  private static boolean sound(JsonNode size) {
    return size.isMissingNode()
        || size.isNull()
        || (size.isIntegralNumber() && size.bigIntegerValue().signum() >= 0)
        || (size.isTextual() && DIGITS.matcher(size.textValue()).matches());
  }

  private static Optional<NodeInconsistency> without(
      ObjectNode document, String reason, String flag) {
    return problem(
        document.path(reason).isNull() || document.path(flag).booleanValue(),
        reason,
        "cannot be set without " + flag);
  }

  private static Optional<NodeInconsistency> group(ObjectNode document) {
    return problem(
        GROUP.matcher(document.path("conductor_group").textValue()).matches(),
        "conductor_group",
        "may have only a-z A-Z 0-9 - . _");
  }

  private static Optional<NodeInconsistency> problem(boolean sound, String field, String why) {
    return sound ? Optional.empty() : Optional.of(new NodeInconsistency(field, why));
  }
}
