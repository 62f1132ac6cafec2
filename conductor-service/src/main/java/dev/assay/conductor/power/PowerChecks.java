package dev.assay.conductor.power;

import dev.assay.id.NodeId;
import dev.assay.message.Route;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.hibernate.Session;

/**
 * When which node's power state is read: shared by all conductors, each of which claims the nodes
 * that are due. Every method joins the caller's transaction.
 */
@ApplicationScoped
class PowerChecks {
  /** New nodes are due one interval after their creation, by which they usually are verified. */
  private static final String ADD =
      """
      insert into power_check (node_id, next_at)
      select n.id, greatest(n.created_at, clock_timestamp() - :pause * interval '1 ms')
               + random() * :pause * interval '1 ms'
      from node n where not exists (select 1 from power_check p where p.node_id = n.id)
      on conflict do nothing
      """;

  static final String CLAIM =
      """
      update power_check p set next_at = clock_timestamp()
        + case when (select n.fault from node n where n.id = p.node_id) is null
          then cast(:pause as bigint) else :faultyPause end * interval '1 ms'
      where p.node_id = any(array(
        select d.node_id from power_check d
        where d.next_at <= now()
          and (select n.conductor_group || '/' || n.driver from node n where n.id = d.node_id)
            = any(:routes)
        order by d.next_at limit :most for update skip locked))
      returning (select n.uuid from node n where n.id = p.node_id) as node, p.failures
      """;

  private static final String FAILED =
      """
      update power_check p set failures = p.failures + 1
      from node n where n.id = p.node_id and n.uuid = :node
      returning p.failures
      """;

  private static final String SUCCEEDED =
      """
      update power_check p set failures = 0
      from node n where n.id = p.node_id and n.uuid = :node and p.failures <> 0
      """;

  /** A node whose power state is to be read, and how often in a row that has failed. */
  record Due(NodeId node, int failures) {}

  private final Session database;

  PowerChecks(Session database) {
    this.database = database;
  }

  /** Adds the nodes that were created since the last call. */
  void addNew(Duration interval) {
    database
        .createNativeMutationQuery(ADD)
        .setParameter("pause", interval.toMillis())
        .executeUpdate();
  }

  /**
   * Claims up to {@code most} nodes of these routes that are due. They are due again after {@code
   * interval}, those with a fault after {@code faultyInterval}.
   */
  List<Due> claim(Collection<Route> routes, int most, Duration interval, Duration faultyInterval) {
    var names = routes.stream().map(PowerChecks::name).toArray(String[]::new);
    return database
        .createNativeQuery(CLAIM, Object[].class)
        .setParameter("routes", names)
        .setParameter("most", most)
        .setParameter("pause", interval.toMillis())
        .setParameter("faultyPause", faultyInterval.toMillis())
        .getResultList()
        .stream()
        .map(row -> new Due(new NodeId((UUID) row[0]), ((Number) row[1]).intValue()))
        .toList();
  }

  /** Returns how often in a row the check has failed. */
  int failed(NodeId node) {
    return database
        .createNativeQuery(FAILED, Integer.class)
        .setParameter("node", node.uuid())
        .getResultList()
        .stream()
        .findFirst()
        .orElse(0);
  }

  /** Begins to count failures from 0. */
  void succeeded(NodeId node) {
    database.createNativeMutationQuery(SUCCEEDED).setParameter("node", node.uuid()).executeUpdate();
  }

  private static String name(Route route) {
    return route.group() + "/" + route.driver();
  }
}
