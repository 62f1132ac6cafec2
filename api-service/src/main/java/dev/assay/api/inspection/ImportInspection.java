package dev.assay.api.inspection;

import dev.assay.api.field.UniqueValueTaken;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.node.NodeFinder;
import dev.assay.document.InventoryConfig;
import dev.assay.document.InventoryConfig.DataBackend;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Inventories;
import dev.assay.inspection.Payloads;
import dev.assay.node.Node;
import dev.assay.time.IsoTime;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Stores an inspection that took place in another installation. No hook and no rule runs, and the
 * node stays as it is. Inspections are shown in the order in which they are stored, and the last
 * result is the inventory of the node: therefore one that is older than what is here is refused.
 * Source: spec api.md 9.18, docs/decisions/0054.
 */
@ApplicationScoped
class ImportInspection {
  private final NodeFinder known;
  private final Inspections inspections;
  private final Inventories inventories;
  private final Payloads payloads;
  private final InventoryConfig inventory;
  private final ApiRequest request;

  ImportInspection(
      NodeFinder known,
      Inspections inspections,
      Inventories inventories,
      Payloads payloads,
      InventoryConfig inventory,
      ApiRequest request) {
    this.known = known;
    this.inspections = inspections;
    this.inventories = inventories;
    this.payloads = payloads;
    this.inventory = inventory;
    this.request = request;
  }

  /** What became of it; {@code IMPORTABLE} when it was only checked. */
  enum Outcome {
    IMPORTED,
    UNCHANGED,
    IMPORTABLE
  }

  /**
   * Stores {@code sent} in the caller's transaction, or with {@code dryRun} only checks whether it
   * can be. NOT_FOUND for an unknown node; CONFLICT while the node is being inspected, when a later
   * inspection is here, and when this installation keeps no data; DUPLICATE when the UUID is that
   * of another inspection.
   */
  Outcome store(String ident, UUID uuid, ImportedInspection sent, boolean dryRun) {
    var node = known.requireForUpdate(ident);
    var same = inspections.find(uuid);
    if (same.isPresent()) {
      requireSame(node, same.get());
      return Outcome.UNCHANGED;
    }
    requireKept(node, sent);
    inspections.latest(node).ifPresent(latest -> requireBefore(node, latest, sent));
    if (dryRun) {
      return Outcome.IMPORTABLE;
    }
    var run =
        Inspection.imported(
            node, uuid, request.requestId(), sent.past(), sent.failure().orElse(null));
    UniqueValueTaken.unless(
        Map.of("inspection_uuid_key", taken(uuid)), () -> inspections.begin(run));
    var ended = sent.past().finishedAt();
    sent.payload().ifPresent(payload -> payloads.keep(run, payload, ended));
    sent.result().ifPresent(result -> inventories.keep(run, result, Optional.empty(), ended));
    return Outcome.IMPORTED;
  }

  private static void requireSame(Node node, Inspection same) {
    if (same.nodeId() != node.id() || !same.imported()) {
      throw UniqueValueTaken.by(taken(same.uuid()));
    }
  }

  private static String taken(UUID uuid) {
    return "Inspection %s exists already, and was not imported for this node.".formatted(uuid);
  }

  private void requireKept(Node node, ImportedInspection sent) {
    if (inventory.dataBackend() == DataBackend.NONE
        && (sent.result().isPresent() || sent.payload().isPresent())) {
      throw conflict(
          "Data of node %s cannot be imported: none are kept here (assay.inventory.data-backend is none)."
              .formatted(node.uuid()));
    }
  }

  private static void requireBefore(Node node, Inspection latest, ImportedInspection sent) {
    if (latest.stage().active()) {
      throw conflict(
          "Node %s is being inspected (inspection %s, stage %s): wait until it ends, or abort it."
              .formatted(node.uuid(), latest.uuid(), latest.stage().wire()));
    }
    var ended = latest.finishedAt();
    if (sent.past().startedAt().isBefore(latest.startedAt())
        || (ended != null && !sent.past().finishedAt().isAfter(ended))) {
      throw conflict(
          "Node %s was inspected later than that: inspection %s began at %s. An older one cannot be imported."
              .formatted(node.uuid(), latest.uuid(), IsoTime.of(latest.startedAt())));
    }
  }

  private static AssayException conflict(String sentence) {
    return new AssayException(ErrorCode.CONFLICT, sentence);
  }
}
