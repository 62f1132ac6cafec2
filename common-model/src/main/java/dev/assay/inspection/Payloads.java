package dev.assay.inspection;

import dev.assay.inventory.CompressedJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Optional;
import org.hibernate.Session;

/** What the ramdisks sent, whole and compressed, one row an inspection. */
@ApplicationScoped
public class Payloads {
  private final Session database;

  /** A body of {@code size} bytes; empty when it is too long. */
  public record Sized(long size, Optional<CompressedJson> body) {}

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
        .setParameter(1, inspection.id())
        .setParameter(2, body.bytes())
        .setParameter(3, size)
        .setParameter(4, now)
        .executeUpdate();
  }

  /**
   * How long the body is that was sent, in bytes, and the body itself, unless it is longer than
   * {@code most}.
   */
  public Optional<Sized> find(Inspection inspection, long most) {
    return database
        .createNativeQuery(
            """
            select size, case when size <= ?2 then body end
            from inspection_payload where inspection_id = ?1
            """,
            Object[].class)
        .setParameter(1, inspection.id())
        .setParameter(2, most)
        .getResultStream()
        .findFirst()
        .map(
            row ->
                new Sized(
                    ((Number) row[0]).longValue(),
                    Optional.ofNullable((byte[]) row[1]).map(CompressedJson::new)));
  }

  /** The body as it was sent. */
  public Optional<CompressedJson> find(Inspection inspection) {
    return database
        .createNativeQuery(
            "select body from inspection_payload where inspection_id = ?1", Object[].class)
        .setParameter(1, inspection.id())
        .getResultStream()
        .findFirst()
        .map(row -> new CompressedJson((byte[]) row[0]));
  }
}
