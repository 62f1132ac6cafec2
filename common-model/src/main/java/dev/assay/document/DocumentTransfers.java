package dev.assay.document;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;
import org.hibernate.query.QueryFlushMode;
import org.jspecify.annotations.Nullable;

/**
 * Documents whose bodies are to be moved to another place. Whoever moves one claims it, so that a
 * crash only delays it, and writes the object before the row that names it. Every method joins the
 * caller's transaction; times are by the database clock. Source: docs/decisions/0053.
 */
@ApplicationScoped
public class DocumentTransfers {
  private final Session database;

  /** Where bodies can be. */
  public enum Place {
    DATABASE,
    S3;

    /** The value of column target. */
    public String column() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A document to be moved.
   *
   * @param node its row number
   * @param attempts including this one
   * @param claim its number, which no other attempt has, also when the document is ordered again
   */
  public record Transfer(long node, Digest digest, Place target, int attempts, long claim) {}

  /**
   * A document as it is.
   *
   * @param node the UUID of the node
   * @param object the key of the object that has the body; empty when none has
   * @param body null when it is only in the object store
   */
  @SuppressWarnings("ArrayRecordComponent") // on its way to the object store
  public record Body(UUID node, Optional<String> object, byte @Nullable [] body) {}

  DocumentTransfers(Session database) {
    this.database = database;
  }

  /** Has documents of a node, given by row number, moved; the caller holds the node's row. */
  public void order(long node, Collection<Digest> digests, Place target) {
    database
        .createNativeMutationQuery(
            """
            insert into document_transfer (node_id, digest, target)
            select ?1, decode(hex, 'hex'), ?3 from unnest(?2) hex order by 2
            on conflict (node_id, digest) do update
            set target = excluded.target, due_at = clock_timestamp()
            where document_transfer.target <> excluded.target
            """)
        .setQueryFlushMode(QueryFlushMode.NO_FLUSH)
        .setParameter(1, node)
        .setParameter(2, digests.stream().map(Digest::hex).toArray(String[]::new))
        .setParameter(3, target.column())
        .executeUpdate();
  }

  /** Claims the next documents that are due; nobody else does within {@code hold}. */
  public List<Transfer> claim(int atMost, Duration hold) {
    return database
        .createNativeQuery(
            """
            update document_transfer t
            set due_at = clock_timestamp() + ?2 * interval '1 second', attempts = attempts + 1,
              claim = nextval('document_transfer_claim')
            from (select node_id, digest from document_transfer
                  where due_at <= now() order by due_at limit ?1
                  for update skip locked) due
            where t.node_id = due.node_id and t.digest = due.digest
            returning t.node_id, t.digest, t.target, t.attempts, t.claim
            """,
            Object[].class)
        .setParameter(1, atMost)
        .setParameter(2, hold.toSeconds())
        .getResultList()
        .stream()
        .map(
            row ->
                new Transfer(
                    ((Number) row[0]).longValue(),
                    Digest.stored((byte[]) row[1]),
                    Place.valueOf(((String) row[2]).toUpperCase(Locale.ROOT)),
                    ((Number) row[3]).intValue(),
                    ((Number) row[4]).longValue()))
        .toList();
  }

  /** The document; empty when it was deleted. */
  public Optional<Body> read(Transfer transfer) {
    return database
        .createNativeQuery(
            """
            select n.uuid, d.place, d.body from document d join node n on n.id = d.node_id
            where d.node_id = ?1 and d.digest = ?2
            """,
            Object[].class)
        .setParameter(1, transfer.node())
        .setParameter(2, transfer.digest().bytes())
        .uniqueResultOptional()
        .map(row -> new Body((UUID) row[0], object((String) row[1]), (byte[]) row[2]));
  }

  private static Optional<String> object(String place) {
    return place.equals(DocumentBodies.DATABASE) ? Optional.empty() : Optional.of(place);
  }

  /**
   * Records that the object {@code key} has the body, and clears the row's own unless data that are
   * not processed yet consist of it; then the transfer is due again after {@code pause}. Without
   * effect when the claim has expired: then the object may be one that is about to be deleted.
   */
  public void inStore(Transfer transfer, String key, Duration pause) {
    if (!holds(transfer)) {
      return;
    }
    var cleared =
        database
            .createNativeQuery(
                """
                update document d set place = ?3, body = case when exists (
                    select 1 from inspection i join inspection_payload p on p.inspection_id = i.id
                    where i.node_id = ?1 and i.finished_at is null
                      and ?2 in (p.inventory, p.rest)) then d.body end
                where d.node_id = ?1 and d.digest = ?2
                returning body is null
                """,
                Boolean.class)
            .setParameter(1, transfer.node())
            .setParameter(2, transfer.digest().bytes())
            .setParameter(3, key)
            .uniqueResultOptional();
    if (cleared.orElse(true)) {
      done(transfer);
    } else {
      postpone(transfer, pause, null);
    }
  }

  /**
   * Records that the row has the body, and no object; without effect when the claim has expired.
   */
  public void inDatabase(Transfer transfer, byte[] body) {
    if (!holds(transfer)) {
      return;
    }
    database
        .createNativeMutationQuery(
            """
            update document set place = 'database', body = ?3
            where node_id = ?1 and digest = ?2
            """)
        .setParameter(1, transfer.node())
        .setParameter(2, transfer.digest().bytes())
        .setParameter(3, body)
        .executeUpdate();
    done(transfer);
  }

  /**
   * Whether the claim is still good. Takes the node's row first: what stores documents, or begins
   * to refer to one, holds it, too.
   */
  private boolean holds(Transfer transfer) {
    database
        .createNativeQuery("select 1 from node where id = ?1 for no key update", Integer.class)
        .setParameter(1, transfer.node())
        .getResultList();
    return !database
        .createNativeQuery(
            """
            select 1 from document_transfer
            where node_id = ?1 and digest = ?2 and target = ?3 and claim = ?4
              and due_at > clock_timestamp()
            for update
            """,
            Integer.class)
        .setParameter(1, transfer.node())
        .setParameter(2, transfer.digest().bytes())
        .setParameter(3, transfer.target().column())
        .setParameter(4, transfer.claim())
        .getResultList()
        .isEmpty();
  }

  /** There is nothing left to do, unless the document was meanwhile ordered to another place. */
  public void done(Transfer transfer) {
    database
        .createNativeMutationQuery(
            "delete from document_transfer where node_id = ?1 and digest = ?2 and target = ?3")
        .setParameter(1, transfer.node())
        .setParameter(2, transfer.digest().bytes())
        .setParameter(3, transfer.target().column())
        .executeUpdate();
  }

  /**
   * The transfer is due again after {@code pause}, unless somebody else has claimed it; {@code
   * error} is why, null for no failure.
   */
  public void postpone(Transfer transfer, Duration pause, @Nullable String error) {
    database
        .createNativeMutationQuery(
            """
            update document_transfer
            set due_at = clock_timestamp() + ?4 * interval '1 millisecond', error = ?5
            where node_id = ?1 and digest = ?2 and claim = ?3
            """)
        .setParameter(1, transfer.node())
        .setParameter(2, transfer.digest().bytes())
        .setParameter(3, transfer.claim())
        .setParameter(4, pause.toMillis())
        .setParameter(5, error, String.class)
        .executeUpdate();
  }

  /** Those of {@code keys}, of objects, that a document names. */
  public List<String> named(Collection<String> keys) {
    return database
        .createNativeQuery(
            "select place from document where place <> 'database' and place = any(?1)",
            String.class)
        .setParameter(1, keys.toArray(String[]::new))
        .getResultList();
  }

  /** The name of this installation among those that use the same object store. */
  public String installation() {
    return database
        .createNativeQuery("select cast(id as text) from object_store_owner", String.class)
        .getSingleResult();
  }
}
