package dev.assay.retention;

import dev.assay.document.Documents;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.hibernate.Session;

/**
 * Deletes what belongs to inspections, together with documents that nothing refers to afterwards.
 * Source: docs/decisions/0047.
 */
@ApplicationScoped
class EndedInspections {
  private final Session database;
  private final Documents documents;

  EndedInspections(Session database, Documents documents) {
    this.database = database;
    this.documents = documents;
  }

  /**
   * Applies {@code change} to those of {@code runs}, given by row number, that match {@code
   * condition} and that nobody holds; returns how many rows it changed.
   */
  int change(String change, List<Long> runs, String condition) {
    var locked = runs.isEmpty() ? List.<Object[]>of() : lock(runs, condition);
    if (locked.isEmpty()) {
      return 0;
    }
    var rows =
        database
            .createNativeMutationQuery(change)
            .setParameter(1, numbers(locked, 0).toArray(Long[]::new))
            .executeUpdate();
    documents.deleteUnused(numbers(locked, 1));
    return rows;
  }

  /** Locks the nodes, too, so that no inspection begins to refer to a document meanwhile. */
  private List<Object[]> lock(List<Long> runs, String condition) {
    return database
        .createNativeQuery(
            """
            select i.id, i.node_id from inspection i join node n on n.id = i.node_id
            where i.id = any(?1) and %s
            for update of i skip locked for no key update of n skip locked
            """
                .formatted(condition),
            Object[].class)
        .setParameter(1, runs.toArray(Long[]::new))
        .getResultList();
  }

  private static List<Long> numbers(List<Object[]> rows, int column) {
    return rows.stream().map(row -> ((Number) row[column]).longValue()).distinct().toList();
  }
}
