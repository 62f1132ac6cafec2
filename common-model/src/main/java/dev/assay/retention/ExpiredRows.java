package dev.assay.retention;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * Deletes rows that are older than a given age by the database clock, in batches: each call joins
 * the caller's transaction, looks at {@code limit} rows and returns where the next batch begins.
 * Rows that are locked by others are skipped. For each node, the payload and trace of its last
 * finished and of its last failed inspection always stay, and so does its latest inspection.
 * Source: docs/decisions/0025.
 */
@ApplicationScoped
public class ExpiredRows {
  /** True when a later run of the same node ended in the same stage and has a payload. */
  private static final String LATER_PAYLOAD =
      """
      exists (select 1 from inspection later
              join inspection_payload p on p.inspection_id = later.id
              where later.node_id = i.node_id and later.stage = i.stage and later.id > i.id)
      """;

  private static final String LATER_TRACE =
      """
      exists (select 1 from inspection later
              where later.node_id = i.node_id and later.stage = i.stage and later.id > i.id
                and later.trace is not null)
      """;

  private static final String LATER_RUN =
      """
      exists (select 1 from inspection later
              where later.node_id = i.node_id and later.id > i.id)
      """;

  private static final String PAYLOAD =
      "exists (select 1 from inspection_payload p where p.inspection_id = i.id)";

  private final Session database;

  ExpiredRows(Session database) {
    this.database = database;
  }

  /**
   * Where a batch begins: after the run that ended at {@code finishedAt} and has row number {@code
   * id}.
   */
  public record Place(Instant finishedAt, long id) {
    public static final Place START = new Place(Instant.EPOCH, 0);
  }

  /**
   * The result of one batch.
   *
   * @param rows how many were deleted or cleared
   * @param next where the next batch begins; null when this was the last one
   */
  public record Batch<P>(int rows, @Nullable P next) {}

  /** Deletes what ramdisks sent for inspections that ended more than {@code age} ago. */
  public Batch<Place> deletePayloads(Duration age, Place from, int limit) {
    return finished(
        age,
        from,
        limit,
        PAYLOAD + " and " + LATER_PAYLOAD,
        "delete from inspection_payload where inspection_id = any(?1)");
  }

  /** Clears the traces of hooks and rules of inspections that ended more than {@code age} ago. */
  public Batch<Place> clearTraces(Duration age, Place from, int limit) {
    return finished(
        age,
        from,
        limit,
        "i.trace is not null and " + LATER_TRACE,
        "update inspection set trace = null where id = any(?1)");
  }

  /** Deletes inspections that ended more than {@code age} ago and have no payload any more. */
  public Batch<Place> deleteInspections(Duration age, Place from, int limit) {
    return finished(
        age,
        from,
        limit,
        "not " + PAYLOAD + " and " + LATER_RUN,
        "delete from inspection where id = any(?1)");
  }

  /**
   * Applies {@code change} to those of the next {@code limit} runs that match {@code condition}.
   * The limit counts runs looked at, not runs found, so that every batch takes about as long.
   */
  private Batch<Place> finished(
      Duration age, Place from, int limit, String condition, String change) {
    var next =
        database
            .createNativeQuery(
                """
                select id, finished_at from inspection
                where finished_at < now() - ?1 * interval '1 ms' and (finished_at, id) > (?2, ?3)
                order by finished_at, id limit ?4
                """,
                Object[].class)
            .setParameter(1, age.toMillis())
            .setParameter(2, from.finishedAt())
            .setParameter(3, from.id())
            .setParameter(4, limit)
            .getResultList();
    if (next.isEmpty()) {
      return new Batch<>(0, null);
    }
    var outdated =
        ids(
            next.stream(),
            "select i.id from inspection i where i.id = any(?1) and "
                + condition
                + " for update of i skip locked");
    var last = next.getLast();
    return new Batch<>(
        outdated.isEmpty() ? 0 : change(change, outdated),
        next.size() < limit ? null : new Place((Instant) last[1], ((Number) last[0]).longValue()));
  }

  /** Returns the ids that {@code query} selects from those in the first column of {@code rows}. */
  private List<Long> ids(Stream<Object[]> rows, String query) {
    return database
        .createNativeQuery(query, Object[].class)
        .setParameter(1, rows.map(row -> ((Number) row[0]).longValue()).toArray(Long[]::new))
        .getResultStream()
        .map(row -> ((Number) row[0]).longValue())
        .toList();
  }

  /**
   * Deletes for each node the oldest history entries beyond {@code most}, unless they are younger
   * than {@code minimum}. {@code from} is the row number of a node; looks at {@code limit} nodes
   * after it.
   */
  public Batch<Long> deleteHistory(int most, Duration minimum, long from, int limit) {
    var nodes =
        database
            .createNativeQuery(
                "select id, uuid from node where id > ?1 order by id limit ?2", Object[].class)
            .setParameter(1, from)
            .setParameter(2, limit)
            .getResultStream()
            .map(row -> ((Number) row[0]).longValue())
            .toList();
    if (nodes.isEmpty()) {
      return new Batch<>(0, null);
    }
    var beyond =
        database
            .createNativeQuery(
                """
                select h.id, h.created_at from unnest(cast(?1 as bigint[])) as n (id)
                cross join lateral (
                  select id, created_at from node_history where node_id = n.id
                  order by created_at desc, node_history.id desc offset ?2) h
                where h.created_at < now() - ?3 * interval '1 ms'
                limit ?4
                """,
                Object[].class)
            .setParameter(1, nodes.toArray(Long[]::new))
            .setParameter(2, most)
            .setParameter(3, minimum.toMillis())
            .setParameter(4, limit)
            .getResultStream()
            .map(row -> ((Number) row[0]).longValue())
            .toList();
    var deleted =
        beyond.isEmpty() ? 0 : change("delete from node_history where id = any(?1)", beyond);
    return new Batch<>(deleted, beyond.size() < limit ? nodes.getLast() : (Long) from);
  }

  /**
   * Deletes logs of inspections that ended more than {@code age} ago; logs of an inspection that
   * has not ended stay. {@code from} is the row number of an inspection.
   */
  public Batch<Long> deleteReceivedLogs(Duration age, long from, int limit) {
    var next =
        database
            .createNativeQuery(
                """
                select l.inspection_id, i.finished_at < now() - ?1 * interval '1 ms'
                from inspection_logs l join inspection i on i.id = l.inspection_id
                where l.inspection_id > ?2 order by l.inspection_id limit ?3
                """,
                Object[].class)
            .setParameter(1, age.toMillis())
            .setParameter(2, from)
            .setParameter(3, limit)
            .getResultList();
    if (next.isEmpty()) {
      return new Batch<>(0, null);
    }
    var expired =
        next.stream()
            .filter(row -> Boolean.TRUE.equals(row[1]))
            .map(row -> ((Number) row[0]).longValue())
            .toList();
    return new Batch<>(
        expired.isEmpty()
            ? 0
            : change("delete from inspection_logs where inspection_id = any(?1)", expired),
        next.size() < limit ? null : ((Number) next.getLast()[0]).longValue());
  }

  /** Deletes the registrations of conductors that expired more than {@code age} ago. */
  public int deleteConductors(Duration age) {
    return database
        .createNativeMutationQuery(
            "delete from conductor where expires_at < now() - ?1 * interval '1 ms'")
        .setParameter(1, age.toMillis())
        .executeUpdate();
  }

  private int change(String change, List<Long> ids) {
    return database
        .createNativeMutationQuery(change)
        .setParameter(1, ids.toArray(Long[]::new))
        .executeUpdate();
  }
}
