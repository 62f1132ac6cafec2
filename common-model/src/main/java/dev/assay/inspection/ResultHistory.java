package dev.assay.inspection;

import dev.assay.document.Digest;
import dev.assay.node.Node;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.hibernate.Session;

/** Tells which inspections of a node have results, and which of these differ. */
@ApplicationScoped
public class ResultHistory {
  private final Session database;

  /**
   * What is known of a result without reading it.
   *
   * @param changed whether the inventory differs from that of the result before; true for the first
   */
  public record Found(Digest inventory, boolean changed) {}

  ResultHistory(Session database) {
    this.database = database;
  }

  /** The results of {@code runs}, by the row number of the inspection. */
  public Map<Long, Found> of(Collection<Inspection> runs) {
    var found = new HashMap<Long, Found>();
    if (runs.isEmpty()) {
      return found;
    }
    database
        .createNativeQuery(
            """
            select r.inspection_id, r.inventory, r.inventory is distinct from (
                select b.inventory from inspection_result b
                where b.node_id = r.node_id and b.inspection_id < r.inspection_id
                order by b.inspection_id desc limit 1)
            from inspection_result r where r.inspection_id = any(?1)
            """,
            Object[].class)
        .setParameter(1, runs.stream().map(Inspection::id).toArray(Long[]::new))
        .getResultList()
        .stream()
        .forEach(
            row ->
                found.put(
                    ((Number) row[0]).longValue(),
                    new Found(Digest.stored((byte[]) row[1]), (Boolean) row[2])));
    return found;
  }

  /** The inspection with the node's latest result. */
  public Optional<Inspection> latest(Node node) {
    return first(
        """
        select inspection_id from inspection_result where node_id = ?1
        order by inspection_id desc limit 1
        """,
        node.id());
  }

  /**
   * The inspection with the latest result before that of {@code run} whose inventory or plugin data
   * differ from it.
   */
  public Optional<Inspection> differentBefore(Inspection run) {
    return first(
        """
        select b.inspection_id from inspection_result r
        join inspection_result b on b.node_id = r.node_id and b.inspection_id < r.inspection_id
        where r.inspection_id = ?1
          and (b.inventory, b.plugin_data) is distinct from (r.inventory, r.plugin_data)
        order by b.inspection_id desc limit 1
        """,
        run.id());
  }

  private Optional<Inspection> first(String query, long value) {
    return database
        .createNativeQuery(query, Long.class)
        .setParameter(1, value)
        .uniqueResultOptional()
        .map(id -> database.find(Inspection.class, id));
  }
}
