package dev.assay.api.introspection;

import dev.assay.inspection.Stage;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/** Lists the latest inspection of each node that was ever inspected, the latest started first. */
@ApplicationScoped
class IntrospectionList {
  private final Session database;

  IntrospectionList(Session database) {
    this.database = database;
  }

  /** Where a page begins: after the introspection of {@code node}, which started at {@code at}. */
  record Place(Instant at, UUID node) {}

  /** A page of at most {@code limit}; with {@code stages} only those, unless there are none. */
  List<IntrospectionStatus> page(Collection<Stage> stages, @Nullable Place after, int limit) {
    return database
        .createNativeQuery(
            """
            select n.uuid, i.stage, i.started_at, i.finished_at, i.error_code, i.error
            from node n cross join lateral (
              select * from inspection where node_id = n.id order by inspection.id desc limit 1) i
            where (cardinality(?1) = 0 or i.stage = any(?1))
              and (i.started_at, n.uuid)
                < (coalesce(cast(?2 as timestamptz), 'infinity'),
                   coalesce(cast(?3 as uuid), 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
            order by i.started_at desc, n.uuid desc limit ?4
            """,
            Object[].class)
        .setParameter(1, stages.stream().map(Stage::wire).toArray(String[]::new))
        .setParameter(2, after == null ? null : after.at(), Instant.class)
        .setParameter(3, after == null ? null : after.node().toString(), String.class)
        .setParameter(4, limit)
        .getResultList()
        .stream()
        .map(
            row ->
                new IntrospectionStatus(
                    (UUID) row[0],
                    (String) row[1],
                    (Instant) row[2],
                    (Instant) row[3],
                    (String) row[4],
                    (String) row[5]))
        .toList();
  }
}
