package dev.assay.api.inspection;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.node.Node;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Finds the inspection that a request names. */
@ApplicationScoped
public class NamedInspections {
  private static final String LATEST = "latest";

  private final Inspections inspections;

  NamedInspections(Inspections inspections) {
    this.inspections = inspections;
  }

  /**
   * The inspection of {@code node} with this UUID, or the latest one for "latest"; NOT_FOUND when
   * there is none.
   */
  public Inspection require(Node node, String name) {
    return find(node, name)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.NOT_FOUND,
                    name.equals(LATEST)
                        ? "Node %s was never inspected.".formatted(node.uuid())
                        : "Inspection %s of node %s could not be found."
                            .formatted(name, node.uuid())));
  }

  /** True when {@code name} stands for the latest one. */
  boolean isLatest(String name) {
    return name.equals(LATEST);
  }

  private Optional<Inspection> find(Node node, String name) {
    return name.equals(LATEST)
        ? inspections.latest(node)
        : inspections.find(NodeId.of(name).uuid()).filter(run -> run.nodeId() == node.id());
  }
}
