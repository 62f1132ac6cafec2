package dev.assay.node;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The summary of a node that lists show unless more is requested: a small part of its row. */
public record NodeBrief(
    UUID uuid,
    @Nullable String name,
    @Nullable UUID instanceUuid,
    @Nullable String powerState,
    ProvisionState provisionState,
    boolean maintenance) {
  /** The HQL expressions of the record's components, for a node {@code n}. */
  static final String HQL =
      "n.uuid, n.attributes.name, n.attributes.instanceUuid, n.powerState, n.provisionState,"
          + " n.attributes.maintenance";

  /** Returns the summary of {@code node}. */
  public static NodeBrief of(Node node) {
    var attributes = node.attributes();
    return new NodeBrief(
        node.uuid().uuid(),
        attributes.name(),
        attributes.instanceUuid(),
        node.powerState(),
        node.provisionState(),
        attributes.maintenance());
  }
}
