package dev.assay.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.attribute.AttributeType;
import dev.assay.attribute.Shape;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.UuidText;
import java.util.Set;
import java.util.regex.Pattern;

/** The names that nodes, port groups and ports may have. Source: spec api.md 4. */
public final class NodeName {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._~-]{1,255}");
  private static final Set<String> RESERVED =
      Set.of("detail", "maintenance", "management", "states", "validate", "vendor_passthru");

  private NodeName() {}

  /**
   * A name, or null, as rules set it at once; for clients the form depends on the version of the
   * API, which is checked first. {@code kind}, such as "node", is for the sentence of a refusal.
   */
  public static AttributeType type(String kind) {
    return AttributeType.optional(
        Shape.text(0, 255),
        (field, given) -> {
          JsonNode text = AttributeType.text(field, given, 0, 255);
          require(kind, text.textValue());
          return text;
        });
  }

  /** Whether {@code text} has the form of a name, and is not a UUID. */
  public static boolean wellFormed(String text) {
    return FORM.matcher(text).matches() && UuidText.parse(text).isEmpty();
  }

  /** INVALID_PARAMETER when {@code name} is malformed or a reserved word. */
  public static void require(String kind, String name) {
    if (!wellFormed(name)) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "Invalid name for %s: '%s'. A name has 1 to 255 of A-Z a-z 0-9 . _ ~ - and is not a UUID."
              .formatted(kind, name));
    }
    if (RESERVED.contains(name)) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "Invalid name for %s: '%s' is a reserved word of the API.".formatted(kind, name));
    }
  }
}
