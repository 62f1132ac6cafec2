package dev.assay.node;

import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The summary of a node that lists show unless more is requested: a small part of its row.
 *
 * @param version of the whole row; null for a new one
 */
public record NodeBrief(
    UUID uuid,
    @Nullable String name,
    @Nullable UUID instanceUuid,
    @Nullable String powerState,
    ProvisionState provisionState,
    boolean maintenance,
    @Nullable String version) {
  /** The HQL expressions of the record's components, for a node {@code n}. */
  static final String HQL =
      "n.uuid, n.attributes.name, n.attributes.instanceUuid, n.powerState, n.provisionState,"
          + " n.attributes.maintenance, n.version";

  /** The HQL expression of {@link #state}, for a node {@code n}. */
  static final String STATE = "n.version";

  /** Returns the summary of {@code node}. */
  public static NodeBrief of(Node node) {
    var attributes = node.attributes();
    return new NodeBrief(
        node.uuid().uuid(),
        attributes.name(),
        attributes.instanceUuid(),
        node.powerState(),
        node.provisionState(),
        attributes.maintenance(),
        node.version());
  }

  /** Changes with everything that is shown; for {@link RowStates}. */
  public String state() {
    return Objects.requireNonNull(version, "not read from the database");
  }
}
