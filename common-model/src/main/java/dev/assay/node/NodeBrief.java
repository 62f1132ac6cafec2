package dev.assay.node;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a list shows of a node unless it is asked for more: a small part of its row. */
public record NodeBrief(
    UUID uuid,
    @Nullable String name,
    @Nullable UUID instanceUuid,
    @Nullable String powerState,
    ProvisionState provisionState,
    boolean maintenance) {
  /** The expressions of its members, about {@code n}. */
  static final String HQL =
      "n.uuid, n.attributes.name, n.attributes.instanceUuid, n.powerState, n.provisionState,"
          + " n.attributes.maintenance";

  /** That part of {@code node}. */
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
