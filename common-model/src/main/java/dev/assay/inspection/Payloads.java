package dev.assay.inspection;

import dev.assay.storedjson.CompressedJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Optional;
import org.hibernate.Session;
import org.hibernate.query.QueryFlushMode;

/**
 * Stores the data that ramdisks sent, unabridged and compressed, one row per inspection; their logs
 * are in {@link ReceivedLogs}.
 */
@ApplicationScoped
public class Payloads {
  private final Session database;

  Payloads(Session database) {
    this.database = database;
  }

  /** Stores the body of a callback; a second one for the same inspection replaces the first. */
  public void keep(Inspection inspection, CompressedJson body, long size, Instant now) {
    database
        .createNativeMutationQuery(
            """
            insert into inspection_payload (inspection_id, body, size, received_at)
            values (?1, ?2, ?3, ?4)
            on conflict (inspection_id) do update
            set body = excluded.body, size = excluded.size, received_at = excluded.received_at
            """)
        .setQueryFlushMode(QueryFlushMode.NO_FLUSH)
        .setParameter(1, inspection.id())
        .setParameter(2, body.bytes())
        .setParameter(3, size)
        .setParameter(4, now)
        .executeUpdate();
  }

  /**
   * The stored data of one callback.
   *
   * @param size bytes of the body
   * @param body as it was sent, without the ramdisk's logs; empty when it is longer than requested
   * @param logs whether the logs are in {@link ReceivedLogs}
   */
  public record Stored(long size, Optional<CompressedJson> body, boolean logs) {}

  /**
   * Returns the stored data for {@code inspection}; with the body only when that has at most {@code
   * most} bytes.
   */
  public Optional<Stored> find(Inspection inspection, long most) {
    return database
        .createNativeQuery(
            """
            select p.size, case when p.size <= ?2 then p.body end,
                   exists (select 1 from inspection_logs l where l.inspection_id = p.inspection_id)
            from inspection_payload p where p.inspection_id = ?1
            """,
            Object[].class)
        .setQueryFlushMode(QueryFlushMode.NO_FLUSH)
        .setParameter(1, inspection.id())
        .setParameter(2, most)
        .getResultStream()
        .findFirst()
        .map(
            row ->
                new Stored(
                    ((Number) row[0]).longValue(),
                    Optional.ofNullable((byte[]) row[1]).map(CompressedJson::new),
                    (Boolean) row[2]));
  }
}
