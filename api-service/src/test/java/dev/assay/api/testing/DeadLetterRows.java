package dev.assay.api.testing;

import java.util.UUID;

/** Dead letters, as conductors store them. */
public final class DeadLetterRows {
  private DeadLetterRows() {}

  /** Stores a message; the UUID of its letter. */
  public static String write(Site site, String body) {
    var uuid = UUID.randomUUID();
    write(site, uuid, body);
    return uuid.toString();
  }

  /** Stores a message as the letter {@code uuid}. */
  public static void write(Site site, UUID uuid, String body) {
    site.run(
        """
        insert into dead_letter (uuid, digest, body, queue, reason, request_id, command, node_uuid,
          times, first_seen_at, last_seen_at)
        values (?1, sha256(convert_to(?2, 'UTF8')), ?2, 'assay.conductor//fake-hardware',
          'It cannot be read: it is no JSON.', 'req-1', null, null,
          3, '2026-08-01T10:20:30Z', '2026-08-01T10:20:31Z')
        """,
        uuid,
        body);
  }
}
