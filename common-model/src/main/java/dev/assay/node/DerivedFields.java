package dev.assay.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Attributes of a node that follow from changes of others. Source: spec api.md 9.1. */
public final class DerivedFields {
  private static final String NAME = "instance_name";
  private static final Map<String, String> REASONS =
      Map.of("retired", "retired_reason", "protected", "protected_reason");

  private DerivedFields() {}

  /**
   * Changes {@code after}, the document of a node that was {@code before}: when a flag is removed,
   * its reason is removed, and an empty instance_name is set from instance_info.display_name.
   */
  public static void apply(ObjectNode before, ObjectNode after) {
    REASONS.forEach((flag, reason) -> clear(flag, reason, before, after));
    var display = after.path("instance_info").path("display_name");
    if (after.path(NAME).isNull() && display.isTextual() && fits(display)) {
      after.set(NAME, display);
    }
  }

  /** Not a reason that is given together with the change: that is a mistake to be told. */
  private static void clear(String flag, String reason, ObjectNode before, ObjectNode after) {
    var taken = before.path(flag).booleanValue() && !after.path(flag).booleanValue();
    if (taken && after.path(reason).equals(before.path(reason))) {
      after.putNull(reason);
    }
  }

  private static boolean fits(JsonNode display) {
    var name = display.textValue();
    return !name.isEmpty() && name.length() <= 255 && name.indexOf('\u0000') < 0;
  }
}
