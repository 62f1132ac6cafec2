package dev.assay.api.attempt;

import dev.assay.storedjson.CompressedJson;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;

/**
 * The inbox of unmatched payloads: stores the data of refused callbacks; the same data are one row,
 * which counts them. All methods join the caller's transaction.
 */
@ApplicationScoped
public class UnmatchedPayloads {
  private static final String SELECT =
      """
      select id, uuid, size, outcome, sentence, reference, cast(node_uuid as text),
             array_to_string(macs, ' '), array_to_string(bmc_addresses, ' '),
             cast(candidates as text), source, times, first_seen_at, last_seen_at
      from unmatched_payload
      """;

  private final Session database;
  private final int maxPayloads;
  private final long maxSize;

  UnmatchedPayloads(Session database, UnmatchedConfig config) {
    this.database = database;
    this.maxPayloads = config.maxPayloads();
    this.maxSize = config.maxSize().asLongValue();
  }

  void store(Attempt attempt, RefusedPayload payload) {
    var verdict = attempt.verdict();
    var keys = SentKeys.of(attempt.keys());
    database
        .createNativeMutationQuery(
            """
            insert into unmatched_payload as known (uuid, digest, body, size, outcome, sentence,
              reference, node_uuid, macs, bmc_addresses, candidates, source, source_network, times,
              first_seen_at, last_seen_at)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, cast(?8 as uuid), cast(?9 as text[]),
              cast(?10 as text[]), cast(?11 as jsonb), ?12, ?13, 1, statement_timestamp(),
              statement_timestamp())
            on conflict (digest) do update
            set times = known.times + 1, last_seen_at = excluded.last_seen_at,
                outcome = excluded.outcome, sentence = excluded.sentence,
                reference = excluded.reference, node_uuid = excluded.node_uuid,
                candidates = excluded.candidates, source = excluded.source,
                source_network = excluded.source_network
            """)
        .setParameter(1, UUID.randomUUID())
        .setParameter(2, payload.digest())
        .setParameter(3, payload.body().bytes())
        .setParameter(4, payload.size())
        .setParameter(5, verdict.outcome().name())
        .setParameter(6, verdict.sentence())
        .setParameter(7, attempt.reference())
        .setParameter(8, keys.uuid().orElse(null), String.class)
        .setParameter(9, keys.macs().toArray(String[]::new))
        .setParameter(10, keys.bmcAddresses().toArray(String[]::new))
        .setParameter(11, StoredJson.write(verdict.candidates()))
        .setParameter(12, attempt.source().toString())
        .setParameter(13, attempt.source().network())
        .executeUpdate();
  }

  /**
   * Deletes payloads when there are too many, or they are too large together. The sources take
   * turns, the latest payload of each first: a source that floods the inbox displaces its own.
   */
  void deleteExcess() {
    database
        .createNativeMutationQuery(
            """
            delete from unmatched_payload where id in (
              select id from (
                select id, row_number() over fair as place, sum(stored) over fair as bytes
                from (select id, last_seen_at, octet_length(body) as stored, row_number() over (
                        partition by source_network order by last_seen_at desc, id desc) as turn
                      from unmatched_payload) turns
                window fair as (
                  order by turn, last_seen_at desc, id desc rows unbounded preceding)) places
              where place > ?1 or bytes > ?2)
            """)
        .setParameter(1, maxPayloads)
        .setParameter(2, maxSize)
        .executeUpdate();
  }

  /** Up to {@code limit} that were stored before the one with {@code id}, newest first. */
  public List<UnmatchedPayload> list(long id, int limit) {
    return database
        .createNativeQuery(SELECT + " where id < ?1 order by id desc limit ?2", Object[].class)
        .setParameter(1, id)
        .setParameter(2, limit)
        .getResultList()
        .stream()
        .map(UnmatchedPayloads::payload)
        .toList();
  }

  /** Returns it; empty when there is none with this UUID. */
  public Optional<UnmatchedPayload> find(UUID uuid) {
    return database
        .createNativeQuery(SELECT + " where uuid = ?1", Object[].class)
        .setParameter(1, uuid)
        .getResultList()
        .stream()
        .findFirst()
        .map(UnmatchedPayloads::payload);
  }

  /** Returns its data; empty when there is none with this UUID. */
  public Optional<CompressedJson> body(UUID uuid) {
    return database
        .createNativeQuery("select body from unmatched_payload where uuid = ?1", byte[].class)
        .setParameter(1, uuid)
        .getResultList()
        .stream()
        .findFirst()
        .map(CompressedJson::new);
  }

  /**
   * Deletes it; false when there is none with this UUID. Waits for another transaction that is just
   * deleting it.
   */
  public boolean delete(UUID uuid) {
    return database
            .createNativeMutationQuery("delete from unmatched_payload where uuid = ?1")
            .setParameter(1, uuid)
            .executeUpdate()
        > 0;
  }

  private static UnmatchedPayload payload(Object[] row) {
    return new UnmatchedPayload(
        ((Number) row[0]).longValue(),
        (UUID) row[1],
        ((Number) row[2]).longValue(),
        (String) row[3],
        (String) row[4],
        (String) row[5],
        SentKeys.of((String) row[6], (String) row[7], (String) row[8]),
        Attempts.candidates((String) row[9]),
        (String) row[10],
        ((Number) row[11]).longValue(),
        (Instant) row[12],
        (Instant) row[13]);
  }
}
