package dev.assay.event;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.hibernate.Session;
import org.hibernate.query.NativeQuery;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of inspections, which triggers of the database record in the transaction that
 * changes the stage. Only settled events are read: every transaction that could still commit one in
 * front of them is over. So whoever reads on from the last place misses none. Every method joins
 * the caller's transaction. Source: docs/decisions/0049.
 */
@ApplicationScoped
public class InspectionEvents {
  private static final String COLUMNS =
      """
      select cast(cast(xid as text) as bigint), id, at, node_uuid, node_name, conductor_group,
             inspection_uuid, cause, stage, previous_stage, error_code, error
      from inspection_event
      where xid < pg_snapshot_xmin(pg_current_snapshot())
      """;

  private static final String XID = "cast(cast(%s as text) as xid8)";

  private final Session database;

  InspectionEvents(Session database) {
    this.database = database;
  }

  /** Returns up to {@code limit} settled events behind {@code place}, the oldest first. */
  public List<InspectionEvent> after(Place place, int limit) {
    return read(
        at(
            COLUMNS + "and (xid, id) > (" + XID.formatted("?1") + ", ?2) order by xid, id limit ?3",
            place,
            limit));
  }

  /** Returns the last {@code limit} settled events up to {@code place}, the oldest first. */
  public List<InspectionEvent> upTo(Place place, int limit) {
    var events =
        new ArrayList<>(
            read(
                at(
                    COLUMNS
                        + "and (xid, id) <= ("
                        + XID.formatted("?1")
                        + ", ?2) order by xid desc, id desc limit ?3",
                    place,
                    limit)));
    Collections.reverse(events);
    return events;
  }

  private NativeQuery<Object[]> at(String sql, Place place, int limit) {
    return database
        .createNativeQuery(sql, Object[].class)
        .setParameter(1, String.valueOf(place.xid()))
        .setParameter(2, place.id())
        .setParameter(3, limit);
  }

  private static List<InspectionEvent> read(NativeQuery<Object[]> query) {
    return query.getResultList().stream().map(InspectionEvents::event).toList();
  }

  /** Returns the place behind all events that are settled now. */
  public Place now() {
    return Place.before(
        number("select cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)"));
  }

  private long number(String query) {
    return database.createNativeQuery(query, Long.class).getSingleResult();
  }

  /**
   * Returns the place to read on from for somebody who has read up to {@code place}: the same one,
   * or a later one when events behind it were deleted, or {@link Place#START} when this database
   * never came to it, because it was restored from a dump of another one. Anything but the same
   * place is a gap.
   */
  public Place readable(Place place) {
    var row =
        database
            .createNativeQuery(
                """
                select cast(cast(xid as text) as bigint), id,
                  cast(cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as bigint)
                from inspection_event_horizon
                """,
                Object[].class)
            .getSingleResult();
    var horizon = new Place(((Number) row[0]).longValue(), ((Number) row[1]).longValue());
    var next = ((Number) row[2]).longValue();
    if (place.xid() >= next) {
      return Place.START;
    }
    var known = horizon.xid() < next; // else it came with a dump of another database
    return known && place.compareTo(horizon) < 0 ? horizon : place;
  }

  /**
   * Deletes the events that are older than {@code age}, and those that a restored dump brought from
   * a database whose transactions had higher numbers; looks at the {@code limit} oldest. Returns
   * how many were deleted; when that is {@code limit}, there may be more.
   */
  public int deleteOlderThan(Duration age, int limit) {
    var foreign =
        database
            .createNativeMutationQuery(
                """
                delete from inspection_event
                where xid >= pg_snapshot_xmax(pg_current_snapshot())
                  and xid <> pg_current_xact_id()
                """)
            .executeUpdate();
    return foreign
        + ((Number)
                database
                    .createNativeQuery(
                        """
                        with oldest as (
                          select xid, id, recorded_at from inspection_event
                          where xid < pg_snapshot_xmin(pg_current_snapshot())
                          order by xid, id limit ?2),
                        last as (
                          select xid, id from oldest where recorded_at < now() - ?1 * interval '1 ms'
                          order by xid desc, id desc limit 1),
                        gone as (
                          delete from inspection_event e using last l
                          where (e.xid, e.id) <= (l.xid, l.id) returning 1),
                        moved as (
                          update inspection_event_horizon h set xid = l.xid, id = l.id from last l
                          where (h.xid, h.id) < (l.xid, l.id)
                            or h.xid >= pg_snapshot_xmax(pg_current_snapshot()))
                        select count(*) from gone
                        """,
                        Object.class)
                    .setParameter(1, age.toMillis())
                    .setParameter(2, limit)
                    .getSingleResult())
            .intValue();
  }

  private static InspectionEvent event(Object[] row) {
    return new InspectionEvent(
        new Place(((Number) row[0]).longValue(), ((Number) row[1]).longValue()),
        (Instant) row[2],
        (UUID) row[3],
        text(row[4]),
        (String) row[5],
        (UUID) row[6],
        (String) row[7],
        (String) row[8],
        text(row[9]),
        text(row[10]),
        text(row[11]));
  }

  private static @Nullable String text(@Nullable Object value) {
    return (String) value;
  }
}
