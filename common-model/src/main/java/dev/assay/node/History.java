package dev.assay.node;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;

/** The histories of all nodes. Source: spec api.md 10.7. */
@ApplicationScoped
public class History {
  private final Session database;

  History(Session database) {
    this.database = database;
  }

  /** A page of the entries of all nodes; the selection says of which one. */
  public List<HistoryEntry> list(Nodes.Selection selection) {
    return selection.rows(database, HistoryEntry.class);
  }

  /** An entry of {@code node}. */
  public Optional<HistoryEntry> find(Node node, UUID uuid) {
    return database
        .createQuery("from HistoryEntry where nodeId = ?1 and uuid = ?2", HistoryEntry.class)
        .setParameter(1, node.id())
        .setParameter(2, uuid)
        .getResultStream()
        .findFirst();
  }
}
