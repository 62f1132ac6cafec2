package dev.assay.port;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads members of the JSON document of a port or port group, which has been validated. */
public final class PortLikeDocument {
  private PortLikeDocument() {}

  /** Null when the member is. */
  public static @Nullable String text(ObjectNode document, String field) {
    return document.path(field).textValue();
  }

  /** Null when the member is. */
  public static @Nullable UUID uuid(ObjectNode document, String field) {
    return Optional.ofNullable(text(document, field)).map(UUID::fromString).orElse(null);
  }

  /** The UUID that the client chose for what it creates, else a new one. */
  public static UUID identity(ObjectNode document) {
    var chosen = uuid(document, "uuid");
    return chosen == null ? UUID.randomUUID() : chosen;
  }
}
