package dev.assay.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** instance_name and instance_info.display_name mirror each other. Source: spec api.md 9.1. */
public final class InstanceName {
  private static final String NAME = "instance_name";
  private static final String MIRROR = "display_name";

  private InstanceName() {}

  /** Whichever of the two differs from {@code before} sets the other; the field itself wins. */
  public static void mirror(ObjectNode before, ObjectNode after) {
    var info = (ObjectNode) after.path("instance_info");
    var name = after.path(NAME);
    if (!same(name, before.path(NAME))) {
      if (name.isNull()) {
        info.remove(MIRROR);
      } else {
        info.set(MIRROR, name);
      }
    } else if (!same(info.path(MIRROR), before.path("instance_info").path(MIRROR))) {
      mirrored(info.path(MIRROR), after);
    }
  }

  private static boolean same(JsonNode one, JsonNode other) {
    return one.equals(other) || (absent(one) && absent(other));
  }

  private static boolean absent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private static void mirrored(JsonNode display, ObjectNode after) {
    if (absent(display)) {
      after.putNull(NAME);
    } else if (display.isTextual() && fits(display.textValue())) {
      after.set(NAME, display);
    }
  }

  private static boolean fits(String name) {
    return !name.isEmpty() && name.length() <= 255 && name.indexOf('\u0000') < 0;
  }
}
