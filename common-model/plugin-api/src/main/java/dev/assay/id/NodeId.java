package dev.assay.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;
import java.util.UUID;

/** The UUID of a node; its text form is canonical, 36 lower-case characters. */
public record NodeId(UUID uuid) {
  /** A new random identity. */
  public static NodeId random() {
    return new NodeId(UUID.randomUUID());
  }

  /**
   * Parses a UUID with or without dashes, in any case; else INVALID_PARAMETER. Source: api.md 4.
   */
  @JsonCreator
  public static NodeId of(String text) {
    return new NodeId(UuidText.require(text));
  }

  /** Parses a UUID; empty when {@code text} is not one. */
  public static Optional<NodeId> parse(String text) {
    return UuidText.parse(text).map(NodeId::new);
  }

  @Override
  @JsonValue
  public String toString() {
    return uuid.toString();
  }
}
