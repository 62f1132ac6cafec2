package dev.assay.api.inventory;

import dev.assay.document.InventoryConfig;
import dev.assay.document.InventoryConfig.DataBackend;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Stage;
import dev.assay.node.Node;
import jakarta.enterprise.context.ApplicationScoped;

/** Tells why there is no inventory to show. */
@ApplicationScoped
class KeptInventories {
  private final InventoryConfig config;

  KeptInventories(InventoryConfig config) {
    this.config = config;
  }

  /** NOT_FOUND when this installation keeps no inventories. */
  void require(Node node) {
    if (config.dataBackend() == DataBackend.NONE) {
      throw new AssayException(
          ErrorCode.NOT_FOUND,
          "Node %s has no inventory: none are kept here (assay.inventory.data-backend is none)."
              .formatted(node.uuid()));
    }
  }

  /** The error for a node without any result. */
  static AssayException none(Node node) {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "Node %s has no inventory: no inspection of it has succeeded.".formatted(node.uuid()));
  }

  /** The error for an inspection without a result. */
  static AssayException none(Node node, Inspection run) {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "Inspection %s of node %s has no inventory: %s"
            .formatted(
                run.uuid(),
                node.uuid(),
                run.stage() == Stage.FINISHED
                    ? "it was deleted (assay.retention.results)."
                    : "its stage is %s.".formatted(run.stage().wire())));
  }
}
