package dev.assay.reapply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An order to process the stored data of many nodes again, and how far it is.
 *
 * @param filters the filters that chose the nodes, by name
 * @param user who gave the order; null when requests have no user
 * @param endedAt when nothing was left to do; null before that
 * @param cancelled nodes that waited then are skipped
 */
public record FleetReapply(
    long id,
    UUID uuid,
    ObjectNode filters,
    @Nullable String user,
    Instant createdAt,
    @Nullable Instant endedAt,
    boolean cancelled,
    Progress progress) {

  /**
   * Numbers of nodes. Each is in one of the numbers behind {@code total}; the inspection of a node
   * that is deleted, or that retention deleted, counts as finished.
   *
   * @param waiting for their turn
   * @param running data that are being processed
   * @param skipped for a reason, such as no stored data
   */
  public record Progress(
      long total, long waiting, long running, long finished, long failed, long skipped) {}
}
