package dev.assay.reapply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.id.NodeId;
import dev.assay.reapply.FleetReapply.Progress;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/** Stores orders to process the data of many nodes again. All methods join the transaction. */
@ApplicationScoped
public class FleetReapplies {
  private static final String ORDERS =
      """
      select r.id, r.uuid, cast(r.filters as text), r.user_name, r.created_at, r.ended_at,
             r.cancelled, n.total, n.waiting, n.running, n.finished, n.failed, n.skipped
      from reapply r cross join lateral (
        select count(*) as total,
          count(*) filter (where inspection is null and skipped is null) as waiting,
          count(*) filter (where i.stage = 'reapplying') as running,
          count(*) filter (where inspection is not null
                             and (i.stage = 'finished' or i.stage is null)) as finished,
          count(*) filter (where i.stage = 'error') as failed,
          count(*) filter (where skipped is not null) as skipped
        from reapply_node o left join inspection i on i.uuid = o.inspection
        where o.reapply_id = r.id) n
      """;

  /** Orders that are under way at once: each has a row for every node. */
  private static final int MOST_OPEN = 20;

  /** The advisory lock of whoever gives an order. */
  private static final long GIVING = 0x7265_6170_706c_79L;

  private final Session database;

  FleetReapplies(Session database) {
    this.database = database;
  }

  /**
   * Why no order with {@code filters} can be given now, as a sentence: one that is under way has
   * the same, or there are too many. Holds back other orders until the transaction ends, so that a
   * request that a client repeats gives one.
   */
  public Optional<String> hindrance(ObjectNode filters) {
    database
        .createNativeQuery("select pg_advisory_xact_lock(?1)", Object.class)
        .setParameter(1, GIVING)
        .getResultList();
    var open =
        database
            .createNativeQuery(
                """
                select uuid, filters = cast(?1 as jsonb) from reapply
                where ended_at is null and not cancelled order by id
                """,
                Object[].class)
            .setParameter(1, StoredJson.write(filters))
            .getResultList();
    return open.stream()
        .filter(row -> (Boolean) row[1])
        .findFirst()
        .map(
            row ->
                "Reapply %s with the same filters is under way: wait for its end, or cancel it."
                    .formatted(row[0]))
        .or(
            () ->
                open.size() < MOST_OPEN
                    ? Optional.empty()
                    : Optional.of(
                        "%d reapplies are under way: wait for the end of one, or cancel one."
                            .formatted(open.size())));
  }

  /** Stores an order for the nodes with the row numbers {@code nodes}. */
  public UUID create(
      ObjectNode filters,
      Collection<Long> nodes,
      @Nullable String user,
      @Nullable String requestId,
      Instant now) {
    var uuid = UUID.randomUUID();
    database
        .createNativeMutationQuery(
            """
            with created as (
              insert into reapply (uuid, filters, user_name, request_id, created_at, ended_at)
              values (?1, cast(?2 as jsonb), cast(?3 as text), cast(?4 as text), ?5,
                case when cardinality(?6) = 0 then cast(?5 as timestamptz) end)
              returning id)
            insert into reapply_node (reapply_id, node_id)
            select created.id, node.id from created, node where node.id = any(?6)
            """)
        .setParameter(1, uuid)
        .setParameter(2, StoredJson.write(filters))
        .setParameter(3, user, String.class)
        .setParameter(4, requestId, String.class)
        .setParameter(5, now)
        .setParameter(6, nodes.toArray(Long[]::new))
        .executeUpdate();
    return uuid;
  }

  /** Up to {@code limit} orders given before the one with number {@code id}, newest first. */
  public List<FleetReapply> list(long id, int limit) {
    return database
        .createNativeQuery(ORDERS + " where r.id < ?1 order by r.id desc limit ?2", Object[].class)
        .setParameter(1, id)
        .setParameter(2, limit)
        .getResultList()
        .stream()
        .map(FleetReapplies::order)
        .toList();
  }

  public Optional<FleetReapply> find(UUID uuid) {
    return database
        .createNativeQuery(ORDERS + " where r.uuid = ?1", Object[].class)
        .setParameter(1, uuid)
        .getResultList()
        .stream()
        .findFirst()
        .map(FleetReapplies::order);
  }

  /**
   * A node of an order.
   *
   * @param inspection that processes its data; null when none was begun
   * @param stage of that inspection; null when there is none
   * @param why it was skipped, or its inspection failed; null for neither
   */
  public record Outcome(
      NodeId node, @Nullable UUID inspection, @Nullable String stage, @Nullable String why) {}

  /** Up to {@code limit} nodes of the order that were skipped or whose inspection failed. */
  public List<Outcome> problems(FleetReapply order, int limit) {
    return database
        .createNativeQuery(
            """
            select n.uuid, o.inspection, i.stage, coalesce(o.skipped, i.error)
            from reapply_node o join node n on n.id = o.node_id
            left join inspection i on i.uuid = o.inspection
            where o.reapply_id = ?1 and (o.skipped is not null or i.stage = 'error')
            order by n.id limit ?2
            """,
            Object[].class)
        .setParameter(1, order.id())
        .setParameter(2, limit)
        .getResultList()
        .stream()
        .map(
            row ->
                new Outcome(
                    new NodeId((UUID) row[0]), (UUID) row[1], (String) row[2], (String) row[3]))
        .toList();
  }

  /**
   * Skips the nodes that wait; what is being processed goes on. An order that has ended stays as it
   * is.
   */
  public void cancel(FleetReapply order) {
    database
        .createNativeMutationQuery(
            "update reapply set cancelled = true where id = ?1 and ended_at is null")
        .setParameter(1, order.id())
        .executeUpdate();
    database
        .createNativeMutationQuery(
            """
            update reapply_node set skipped = 'the order was cancelled'
            where reapply_id = ?1 and inspection is null and skipped is null
            """)
        .setParameter(1, order.id())
        .executeUpdate();
  }

  /** True when there is an order that has not ended. */
  public boolean anyOpen() {
    return database
        .createNativeQuery(
            "select exists (select 1 from reapply where ended_at is null)", Boolean.class)
        .getSingleResult();
  }

  /** How many inspections process stored data at the moment, ordered in whatever way. */
  public int running() {
    return database
        .createNativeQuery(
            """
            select count(*) from inspection
            where stage = 'reapplying' and stage not in ('finished', 'error')
            """,
            Long.class)
        .getSingleResult()
        .intValue();
  }

  /** A node whose turn it is. {@code request} is the id of the request that gave the order. */
  public record Due(long order, long nodeId, NodeId node, @Nullable String request) {}

  /**
   * Claims up to {@code limit} nodes whose turn it is, those of the oldest order first. Their rows
   * are locked in the same step and without waiting: who deletes a node locks it first, and then
   * what belongs to it.
   */
  public List<Due> due(int limit) {
    return database
        .createNativeQuery(
            """
            select o.reapply_id, o.node_id, n.uuid, r.request_id
            from reapply r join reapply_node o on o.reapply_id = r.id join node n on n.id = o.node_id
            where r.ended_at is null and o.inspection is null and o.skipped is null
              and o.due_at <= clock_timestamp()
            order by o.reapply_id, o.node_id limit ?1
            for no key update of n skip locked for update of o skip locked
            """,
            Object[].class)
        .setParameter(1, limit)
        .getResultList()
        .stream()
        .map(
            row ->
                new Due(
                    ((Number) row[0]).longValue(),
                    ((Number) row[1]).longValue(),
                    new NodeId((UUID) row[2]),
                    (String) row[3]))
        .toList();
  }

  /** Records that the data of the node are processed by {@code inspection}. */
  public void begun(Due due, UUID inspection) {
    update(due, "inspection = cast(?3 as uuid)", inspection.toString());
  }

  /** Records that the node is skipped. */
  public void skip(Due due, String why) {
    update(due, "skipped = ?3", why);
  }

  /** Tries the node again {@code pause} from now; after {@code most} attempts it is skipped. */
  public void postpone(Due due, Duration pause, int most, String why) {
    database
        .createNativeMutationQuery(
            """
            update reapply_node
            set attempts = attempts + 1, due_at = clock_timestamp() + ?4 * interval '1 ms',
                skipped = case when attempts + 1 >= ?5 then ?3 end
            where reapply_id = ?1 and node_id = ?2
            """)
        .setParameter(1, due.order())
        .setParameter(2, due.nodeId())
        .setParameter(3, why)
        .setParameter(4, pause.toMillis())
        .setParameter(5, most)
        .executeUpdate();
  }

  private void update(Due due, String change, String value) {
    database
        .createNativeMutationQuery(
            "update reapply_node set " + change + " where reapply_id = ?1 and node_id = ?2")
        .setParameter(1, due.order())
        .setParameter(2, due.nodeId())
        .setParameter(3, value)
        .executeUpdate();
  }

  /** Ends the orders of which no node waits or is being processed. */
  public void endCompleted() {
    database
        .createNativeMutationQuery(
            """
            update reapply r set ended_at = clock_timestamp()
            where r.ended_at is null and not exists (
              select 1 from reapply_node o
              where o.reapply_id = r.id and o.inspection is null and o.skipped is null)
            and not exists (
              select 1 from reapply_node o join inspection i on i.uuid = o.inspection
              where o.reapply_id = r.id and i.stage = 'reapplying')
            """)
        .executeUpdate();
  }

  private static FleetReapply order(Object[] row) {
    return new FleetReapply(
        number(row[0]),
        (UUID) row[1],
        StoredJson.read((String) row[2], ObjectNode.class),
        (String) row[3],
        (Instant) row[4],
        (Instant) row[5],
        (Boolean) row[6],
        new Progress(
            number(row[7]),
            number(row[8]),
            number(row[9]),
            number(row[10]),
            number(row[11]),
            number(row[12])));
  }

  private static long number(Object value) {
    return ((Number) value).longValue();
  }
}
