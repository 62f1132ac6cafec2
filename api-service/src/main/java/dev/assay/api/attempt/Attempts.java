package dev.assay.api.attempt;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * Stores attempts; those of one machine with the same outcome are one row, which counts them. All
 * methods join the caller's transaction.
 */
@ApplicationScoped
public class Attempts {
  /** References kept of one row, the latest. */
  private static final int MAX_REFERENCES = 16;

  /** When there are too many rows, so many percent stay: deleting looks at all of them. */
  private static final int STAYING = 95;

  private final Session database;
  private final int maxRows;

  Attempts(Session database, AttemptConfig config) {
    this.database = database;
    this.maxRows = config.maxRows();
  }

  /**
   * What is stored of one or more attempts.
   *
   * @param kind "lookup" or "callback"
   * @param outcome the name of an {@link Outcome}, perhaps of a newer version
   * @param references of the latest, newest first
   * @param payload the unmatched payload, while it is kept
   */
  public record Stored(
      String kind,
      String outcome,
      String sentence,
      List<String> references,
      SentKeys keys,
      List<Candidate> candidates,
      String source,
      String requestId,
      Optional<UUID> payload,
      long times,
      Instant firstSeenAt,
      Instant lastSeenAt) {}

  /** Stores an attempt, or counts it; {@code payload} is the digest of its unmatched payload. */
  void store(byte[] digest, Attempt attempt, byte @Nullable [] payload) {
    var verdict = attempt.verdict();
    var keys = SentKeys.of(attempt.keys());
    database
        .createNativeMutationQuery(
            """
            insert into lookup_attempt as known (digest, kind, outcome, sentence, reference_list,
              node_uuid, macs, bmc_addresses, nodes, candidates, source, source_network,
              request_id, payload_digest, times, first_seen_at, last_seen_at)
            values (?1, ?2, ?3, ?4, array[cast(?5 as text)], cast(?6 as uuid),
              cast(?7 as text[]), cast(?8 as text[]), cast(?9 as uuid[]), cast(?10 as jsonb),
              ?11, ?12, ?13, cast(?14 as bytea), 1, statement_timestamp(),
              statement_timestamp())
            on conflict (digest) do update
            set times = known.times + 1, last_seen_at = excluded.last_seen_at,
                reference_list = (excluded.reference_list || known.reference_list)[1:?15],
                sentence = excluded.sentence, nodes = excluded.nodes,
                candidates = excluded.candidates, source = excluded.source,
                source_network = excluded.source_network, request_id = excluded.request_id,
                payload_digest = coalesce(excluded.payload_digest, known.payload_digest)
            """)
        .setParameter(1, digest)
        .setParameter(2, attempt.kind().wire())
        .setParameter(3, verdict.outcome().name())
        .setParameter(4, verdict.sentence())
        .setParameter(5, attempt.reference())
        .setParameter(6, keys.uuid().orElse(null), String.class)
        .setParameter(7, keys.macs().toArray(String[]::new))
        .setParameter(8, keys.bmcAddresses().toArray(String[]::new))
        .setParameter(9, verdict.candidates().stream().map(Candidate::node).toArray(String[]::new))
        .setParameter(10, StoredJson.write(verdict.candidates()))
        .setParameter(11, attempt.source().toString())
        .setParameter(12, attempt.source().network())
        .setParameter(13, attempt.requestId())
        .setParameter(14, payload, byte[].class)
        .setParameter(15, MAX_REFERENCES)
        .executeUpdate();
  }

  /**
   * Deletes rows when there are too many. The sources take turns, the latest row of each first: a
   * source that floods the table displaces its own rows.
   */
  void deleteExcess() {
    var rows =
        database
            .createNativeQuery("select count(*) from lookup_attempt", Long.class)
            .getSingleResult();
    if (rows <= maxRows) {
      return;
    }
    database
        .createNativeMutationQuery(
            """
            delete from lookup_attempt where id in (
              select id from (
                select id, last_seen_at, row_number() over (
                  partition by source_network order by last_seen_at desc, id desc) as turn
                from lookup_attempt) turns
              order by turn, last_seen_at desc, id desc offset ?1)
            """)
        .setParameter(1, Math.max(1, (long) maxRows * STAYING / 100))
        .executeUpdate();
  }

  /** The attempt whose response carried {@code reference}. */
  public List<Stored> byReference(String reference) {
    return select("a.reference_list @> array[cast(?1 as text)]", reference, 1);
  }

  /** The latest attempts that sent this address, latest first. */
  public List<Stored> byMac(MacAddress mac, int limit) {
    return select("a.macs @> array[cast(?1 as text)]", mac.text(), limit);
  }

  /** The latest attempts that sent this BMC address, in canonical form, latest first. */
  public List<Stored> byBmcAddress(String address, int limit) {
    return select("a.bmc_addresses @> array[cast(?1 as text)]", address, limit);
  }

  /** The latest attempts for which this node was considered, latest first. */
  public List<Stored> byNode(NodeId node, int limit) {
    return select("a.nodes @> array[cast(?1 as uuid)]", node.toString(), limit);
  }

  private List<Stored> select(String condition, String value, int limit) {
    return database
        .createNativeQuery(
            """
            select a.kind, a.outcome, a.sentence, array_to_string(a.reference_list, ' '),
                   cast(a.node_uuid as text), array_to_string(a.macs, ' '),
                   array_to_string(a.bmc_addresses, ' '), cast(a.candidates as text), a.source,
                   a.request_id, u.uuid, a.times, a.first_seen_at, a.last_seen_at
            from lookup_attempt a left join unmatched_payload u on u.digest = a.payload_digest
            where %s order by a.last_seen_at desc, a.id desc limit ?2
            """
                .formatted(condition),
            Object[].class)
        .setParameter(1, value)
        .setParameter(2, limit)
        .getResultList()
        .stream()
        .map(Attempts::stored)
        .toList();
  }

  private static Stored stored(Object[] row) {
    return new Stored(
        (String) row[0],
        (String) row[1],
        (String) row[2],
        List.of(((String) row[3]).split(" ", -1)),
        SentKeys.of((String) row[4], (String) row[5], (String) row[6]),
        candidates((String) row[7]),
        (String) row[8],
        (String) row[9],
        Optional.ofNullable((UUID) row[10]),
        ((Number) row[11]).longValue(),
        (Instant) row[12],
        (Instant) row[13]);
  }

  static List<Candidate> candidates(String json) {
    try {
      return StoredJson.MAPPER.readValue(json, new TypeReference<>() {});
    } catch (IOException e) {
      throw new UncheckedIOException("the candidates of an attempt are damaged: " + json, e);
    }
  }
}
