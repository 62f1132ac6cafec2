package dev.assay.inspection;

import dev.assay.document.Digest;
import dev.assay.document.DocumentBodies;
import dev.assay.document.Documents;
import dev.assay.document.StoredText;
import dev.assay.node.Node;
import dev.assay.statement.JoinedWrites;
import dev.assay.storedjson.CompressedJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;
import org.hibernate.query.QueryFlushMode;
import org.jspecify.annotations.Nullable;

/**
 * Stores the data that ramdisks sent, unabridged and compressed, one row per inspection that refers
 * to two documents; their logs are in {@link ReceivedLogs}.
 */
@ApplicationScoped
public class Payloads {
  private final Session database;
  private final Documents documents;
  private final DocumentBodies bodies;

  Payloads(Session database, Documents documents, DocumentBodies bodies) {
    this.database = database;
    this.documents = documents;
    this.bodies = bodies;
  }

  /** The newest inspection of {@code node} whose data are stored, by its UUID. */
  public Optional<UUID> newest(Node node) {
    return database
        .createNativeQuery(
            """
            select i.uuid from inspection i
            where i.node_id = ?1
              and exists (select 1 from inspection_payload p where p.inspection_id = i.id)
            order by i.id desc limit 1
            """,
            UUID.class)
        .setParameter(1, node.id())
        .uniqueResultOptional();
  }

  /** True when the data of {@code inspection} are stored; they stay until the transaction ends. */
  public boolean has(Inspection inspection) {
    return !database
        .createNativeQuery(
            "select 1 from inspection_payload where inspection_id = ?1 for key share",
            Integer.class)
        .setParameter(1, inspection.id())
        .getResultList()
        .isEmpty();
  }

  /** Stores the data of {@code from}, which must be stored, for {@code to} as well. */
  public void copy(Inspection from, Inspection to) {
    database
        .createNativeMutationQuery(
            """
            insert into inspection_payload
              (inspection_id, body, size, received_at, inventory, rest)
            select ?2, body, size, received_at, inventory, rest
            from inspection_payload where inspection_id = ?1
            """)
        .setParameter(1, from.id())
        .setParameter(2, to.id())
        .executeUpdate();
  }

  /** As below, without a reference. */
  public void keep(Inspection inspection, SplitPayload payload, Instant now) {
    keep(inspection, payload, null, now, new JoinedWrites());
  }

  /**
   * Stores the body of a callback; a second one for the same inspection replaces the first. Runs
   * {@code also} in the same round trip.
   *
   * @param reference the one that the response carries; null for none
   */
  public void keep(
      Inspection inspection,
      SplitPayload payload,
      @Nullable String reference,
      Instant now,
      JoinedWrites also) {
    also.add(
            "payload",
            """
            insert into inspection_payload
              (inspection_id, body, size, received_at, inventory, rest, reference)
            values (:run, '', :size, :now, :inventory, :rest, cast(:reference as text))
            on conflict (inspection_id) do update
            set body = excluded.body, size = excluded.size, received_at = excluded.received_at,
              inventory = excluded.inventory, rest = excluded.rest, reference = excluded.reference
            """)
        .set("run", inspection.id())
        .set("size", payload.size())
        .setText("reference", reference)
        .set("now", now)
        .set("inventory", payload.inventory().digest().bytes())
        .set("rest", payload.rest().digest().bytes());
    documents.keep(inspection.nodeId(), List.of(payload.inventory(), payload.rest()), also);
  }

  /**
   * The stored data of one callback.
   *
   * @param size bytes of the body
   * @param body as it was sent, without the ramdisk's logs; empty when it is longer than requested
   * @param inventory the document that is its inventory; empty in rows of older versions
   * @param logs whether the logs are in {@link ReceivedLogs}
   */
  public record Stored(
      long size, Optional<StoredText> body, Optional<Digest> inventory, boolean logs) {}

  /**
   * Returns the stored data for {@code inspection}; with the body only when that has at most {@code
   * most} bytes.
   */
  public Optional<Stored> find(Inspection inspection, long most) {
    return database
        .createNativeQuery(
            """
            select p.size, case when p.size <= ?2 then p.body end as body,
              i.place as inventory_place, case when p.size <= ?2 then i.body end as inventory_body,
              r.place as rest_place, case when p.size <= ?2 then r.body end as rest_body,
              r.split, p.inventory,
              exists (select 1 from inspection_logs l where l.inspection_id = p.inspection_id)
                as logs
            from inspection_payload p
            left join document i on i.node_id = ?3 and i.digest = p.inventory
            left join document r on r.node_id = ?3 and r.digest = p.rest
            where p.inspection_id = ?1
            """,
            Object[].class)
        // without them Hibernate throws and catches an exception for each column of bytes
        .addScalar("size", Long.class)
        .addScalar("body", byte[].class)
        .addScalar("inventory_place", String.class)
        .addScalar("inventory_body", byte[].class)
        .addScalar("rest_place", String.class)
        .addScalar("rest_body", byte[].class)
        .addScalar("split", Integer.class)
        .addScalar("inventory", byte[].class)
        .addScalar("logs", Boolean.class)
        .setQueryFlushMode(QueryFlushMode.NO_FLUSH)
        .setParameter(1, inspection.id())
        .setParameter(2, most)
        .setParameter(3, inspection.nodeId())
        .uniqueResultOptional()
        .map(
            row ->
                new Stored(
                    (Long) row[0],
                    (Long) row[0] <= most ? Optional.of(body(row)) : Optional.empty(),
                    Optional.ofNullable((byte[]) row[7]).map(Digest::stored),
                    (Boolean) row[8]));
  }

  /** Of a row with the whole body, place and body of the inventory and of the rest, and split. */
  private StoredText body(Object[] row) {
    if (row[2] == null || row[4] == null) {
      var whole = new CompressedJson((byte[]) row[1]);
      return () -> whole;
    }
    var inventory = bodies.of((String) row[2], (byte[]) row[3]);
    var rest = bodies.of((String) row[4], (byte[]) row[5]);
    int split = (Integer) row[6];
    return () -> SplitPayload.body(inventory.read().bytes(), rest.read().bytes(), split);
  }

  /** Deletes the data of {@code inspection}, and what only they refer to. */
  public void forget(Inspection inspection) {
    database
        .createNativeMutationQuery("delete from inspection_payload where inspection_id = ?1")
        .setParameter(1, inspection.id())
        .executeUpdate();
    documents.deleteUnused(List.of(inspection.nodeId()));
  }
}
