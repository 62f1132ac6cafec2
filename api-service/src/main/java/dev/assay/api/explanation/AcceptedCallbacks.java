package dev.assay.api.explanation;

import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * Finds callbacks that were accepted: the payloads of inspections, as long as they are kept. All
 * methods join the caller's transaction.
 */
@ApplicationScoped
class AcceptedCallbacks {
  private final Session database;

  AcceptedCallbacks(Session database) {
    this.database = database;
  }

  /** A callback that was accepted, and what became of the inspection. */
  record Accepted(
      String reference,
      Instant at,
      NodeId node,
      String state,
      UUID inspection,
      String stage,
      @Nullable String error,
      @Nullable String requestId) {}

  /** The one whose response carried {@code reference}. */
  List<Accepted> byReference(String reference) {
    return select("p.reference = ?1", reference, 1);
  }

  /** The latest of the node that has a port with this address, latest first. */
  List<Accepted> byMac(MacAddress mac, int limit) {
    return select("n.id in (select node_id from port where address = ?1)", mac.text(), limit);
  }

  /** The latest of nodes whose BMC has this address by their driver_info, latest first. */
  List<Accepted> byBmcAddress(String address, int limit) {
    return select(
        "n.bmc_host in (?1, '[' || ?1 || ']') or n.bmc_host like ?1 || ':%'"
            + " or n.bmc_host like '[' || ?1 || ']:%'",
        address, limit);
  }

  /** The latest of this node, latest first. */
  List<Accepted> byNode(NodeId node, int limit) {
    return select("n.uuid = cast(?1 as uuid)", node.toString(), limit);
  }

  private List<Accepted> select(String condition, String value, int limit) {
    return database
        .createNativeQuery(
            """
            select p.reference, p.received_at, n.uuid, n.provision_state, i.uuid, i.stage, i.error,
                   i.request_id
            from inspection_payload p
            join inspection i on i.id = p.inspection_id
            join node n on n.id = i.node_id
            where p.reference is not null and (%s)
            order by p.inspection_id desc limit ?2
            """
                .formatted(condition),
            Object[].class)
        .setParameter(1, value)
        .setParameter(2, limit)
        .getResultList()
        .stream()
        .map(
            row ->
                new Accepted(
                    (String) row[0],
                    (Instant) row[1],
                    new NodeId((UUID) row[2]),
                    (String) row[3],
                    (UUID) row[4],
                    (String) row[5],
                    (String) row[6],
                    (String) row[7]))
        .toList();
  }
}
