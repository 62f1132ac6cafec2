package dev.assay.inspection;

import dev.assay.node.Node;
import dev.assay.node.ProvisionState;
import dev.assay.testing.Fixtures;
import java.lang.reflect.Field;
import java.time.Duration;
import java.time.Instant;

/** Creates inspections that are not stored. */
final class Runs {
  static final Instant NOW = Instant.parse("2026-08-01T10:20:30Z");
  static final Duration LIMIT = Duration.ofMinutes(10);

  private Runs() {}

  static Inspection starting() {
    return new Inspection(
        numbered(Fixtures.node(ProvisionState.MANAGEABLE, NOW)),
        Inspection.Cause.REQUESTED,
        "agent",
        null,
        NOW,
        LIMIT);
  }

  /** As if the database had given it a row number. */
  private static Node numbered(Node node) {
    try {
      Field id = Node.class.getDeclaredField("id");
      id.setAccessible(true);
      id.set(node, 1L);
      return node;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the id of a node is not where it was", e);
    }
  }
}
