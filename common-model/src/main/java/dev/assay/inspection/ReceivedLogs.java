package dev.assay.inspection;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.statement.JoinedWrites;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;

/**
 * Stores the logs that ramdisks sent with their data, until a conductor has written them to a file
 * or dropped them. They are most of what a ramdisk sends, and no hook or rule reads them. Source:
 * spec ramdisk.md 4.
 */
@ApplicationScoped
public class ReceivedLogs {
  /** The member of the ramdisk's data that holds the logs. */
  public static final String MEMBER = "logs";

  /** Bytes read per query: an archive may have any size. */
  private static final int CHUNK = 256 * 1024;

  private final Session database;

  ReceivedLogs(Session database) {
    this.database = database;
  }

  /** Decodes the archive in {@code sent}: tar, gzip, in base64; empty when it is not one. */
  public static Optional<byte[]> decoded(JsonNode sent) {
    try {
      return Optional.ofNullable(sent.textValue())
          .map(Base64.getMimeDecoder()::decode)
          .filter(archive -> archive.length > 2 && archive[0] == 0x1f && archive[1] == (byte) 0x8b);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /**
   * Stores an archive with {@code also}; a second one for the same inspection replaces the first.
   */
  public void keep(Inspection inspection, byte[] archive, Instant now, JoinedWrites also) {
    also.add(
            "logs",
            """
            insert into inspection_logs (inspection_id, archive, received_at)
            values (:logsOf, :archive, :logsAt)
            on conflict (inspection_id) do update
            set archive = excluded.archive, received_at = excluded.received_at
            """)
        .set("logsOf", inspection.id())
        .set("archive", archive)
        .set("logsAt", now);
  }

  /**
   * Writes the archive to {@code target} in chunks; false when there is none. IOException also when
   * it is dropped meanwhile.
   */
  public boolean copy(UUID inspection, OutputStream target) throws IOException {
    var first = chunk(inspection, 0);
    if (first.isEmpty()) {
      return false;
    }
    var chunk = first.get();
    for (long read = 0; ; ) {
      target.write(chunk);
      read += chunk.length;
      if (chunk.length < CHUNK) {
        return true;
      }
      chunk =
          chunk(inspection, read)
              .orElseThrow(() -> new IOException("another process has dropped the logs"));
    }
  }

  private Optional<byte[]> chunk(UUID inspection, long from) {
    return database
        .createNativeQuery(
            """
            select substring(l.archive from cast(?2 as integer) for ?3)
            from inspection_logs l join inspection i on i.id = l.inspection_id
            where i.uuid = ?1
            """,
            Object[].class)
        .setParameter(1, inspection)
        .setParameter(2, from + 1)
        .setParameter(3, CHUNK)
        .getResultList() // a stream would keep each chunk until the transaction ends
        .stream()
        .findFirst()
        .map(row -> (byte[]) row[0]);
  }

  /** Drops the archive. */
  public void drop(UUID inspection) {
    var drop = new JoinedWrites();
    drop(inspection, drop);
    drop.run(database);
  }

  /** Drops the archive with {@code also}. */
  public void drop(UUID inspection, JoinedWrites also) {
    also.add(
            "dropped",
            """
            delete from inspection_logs l using inspection i
            where i.id = l.inspection_id and i.uuid = :logsOf
            """)
        .set("logsOf", inspection);
  }
}
