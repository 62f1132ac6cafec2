package dev.assay.retention;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * Deletes rows that are older than a given age by the database clock, in batches: each call joins
 * the caller's transaction, looks at {@code limit} rows and returns where the next batch begins.
 * Rows that are locked by others are skipped. For each node, the payload and trace of its last
 * finished and of its last failed inspection always stay, and so do its latest inspection and its
 * latest result. Documents go with the last row that refers to them. Source: docs/decisions/0025,
 * 0047.
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
                and (later.trace is not null or later.trace_document is not null))
      """;

  private static final String LATER_RUN =
      """
      exists (select 1 from inspection later
              where later.node_id = i.node_id and later.id > i.id)
      """;

  /** True when the run has a result and none of the same node is later. */
  private static final String LATEST_RESULT =
      """
      (exists (select 1 from inspection_result r where r.inspection_id = i.id)
        and not exists (select 1 from inspection_result later
                        where later.node_id = i.node_id and later.inspection_id > i.id))
      """;

  private static final String DELETE_RESULTS =
      "delete from inspection_result where inspection_id = any(?1)";

  private static final String PAYLOAD =
      "exists (select 1 from inspection_payload p where p.inspection_id = i.id)";

  private final Session database;
  private final EndedInspections inspections;

  ExpiredRows(Session database, EndedInspections inspections) {
    this.database = database;
    this.inspections = inspections;
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
        "(i.trace is not null or i.trace_document is not null) and " + LATER_TRACE,
        "update inspection set trace = null, trace_document = null, hook_micros = null"
            + " where id = any(?1)");
  }

  /** Deletes the results of inspections that ended more than {@code age} ago. */
  public Batch<Place> deleteResults(Duration age, Place from, int limit) {
    return finished(
        age,
        from,
        limit,
        "exists (select 1 from inspection_result r where r.inspection_id = i.id) and not "
            + LATEST_RESULT,
        DELETE_RESULTS);
  }

  /** Deletes inspections that ended more than {@code age} ago and have no payload any more. */
  public Batch<Place> deleteInspections(Duration age, Place from, int limit) {
    return finished(
        age,
        from,
        limit,
        "not " + PAYLOAD + " and not " + LATEST_RESULT + " and " + LATER_RUN,
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
    var last = next.getLast();
    return new Batch<>(
        inspections.change(
            change, next.stream().map(row -> ((Number) row[0]).longValue()).toList(), condition),
        next.size() < limit ? null : new Place((Instant) last[1], ((Number) last[0]).longValue()));
  }

  /**
   * Deletes for each node the oldest results beyond {@code most}. {@code from} is the row number of
   * a node; looks at {@code limit} nodes after it.
   */
  public Batch<Long> deleteResults(int most, long from, int limit) {
    var nodes = nodes(from, limit);
    if (nodes.isEmpty()) {
      return new Batch<>(0, null);
    }
    var beyond =
        database
            .createNativeQuery(
                """
                select r.inspection_id from unnest(cast(?1 as bigint[])) as n (id)
                cross join lateral (
                  select inspection_id from inspection_result where node_id = n.id
                  order by inspection_id desc offset ?2) r
                limit ?3
                """,
                Long.class)
            .setParameter(1, nodes.toArray(Long[]::new))
            .setParameter(2, most)
            .setParameter(3, limit)
            .getResultList();
    var deleted = inspections.change(DELETE_RESULTS, beyond, "true");
    // a full batch is followed by another one for the same nodes, unless all rows were locked
    var again = beyond.size() == limit && deleted > 0;
    return new Batch<>(deleted, again ? (Long) from : nodes.getLast());
  }

  /** The row numbers of the next {@code limit} nodes after {@code from}. */
  private List<Long> nodes(long from, int limit) {
    return database
        .createNativeQuery("select id from node where id > ?1 order by id limit ?2", Long.class)
        .setParameter(1, from)
        .setParameter(2, limit)
        .getResultList();
  }

  /**
   * Deletes for each node the oldest history entries beyond {@code most}, unless they are younger
   * than {@code minimum}. {@code from} is the row number of a node; looks at {@code limit} nodes
   * after it.
   */
  public Batch<Long> deleteHistory(int most, Duration minimum, long from, int limit) {
    var nodes = nodes(from, limit);
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
            .getResultList()
            .stream()
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
    return deleteBefore("conductor where expires_at", age);
  }

  /** Deletes dead letters of which the last one came more than {@code age} ago. */
  public int deleteDeadLetters(Duration age) {
    return deleteBefore("dead_letter where last_seen_at", age);
  }

  /** Deletes what is recorded of lookups and callbacks that came last more than {@code age} ago. */
  public int deleteAttempts(Duration age) {
    return deleteBefore("lookup_attempt where last_seen_at", age);
  }

  /** Deletes the data of refused callbacks that came last more than {@code age} ago. */
  public int deleteUnmatchedPayloads(Duration age) {
    return deleteBefore("unmatched_payload where last_seen_at", age);
  }

  /** Deletes orders to process stored data again that ended more than {@code age} ago. */
  public int deleteReapplies(Duration age) {
    return deleteBefore("reapply where ended_at", age);
  }

  /** Deletes the rows of a table whose column is older; {@code rows} names both. */
  private int deleteBefore(String rows, Duration age) {
    return database
        .createNativeMutationQuery("delete from " + rows + " < now() - ?1 * interval '1 ms'")
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
