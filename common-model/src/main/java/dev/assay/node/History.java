package dev.assay.node;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;

/** Reads the history entries of nodes. Source: spec api.md 10.7. */
@ApplicationScoped
public class History {
  private final Session database;

  History(Session database) {
    this.database = database;
  }

  /** Returns a page of the entries that {@code selection} describes. */
  public List<HistoryEntry> list(Nodes.Selection selection) {
    return selection.rows(database, HistoryEntry.class);
  }

  /** Returns one entry of {@code node}; empty when the node has none with this UUID. */
  public Optional<HistoryEntry> find(Node node, UUID uuid) {
    return database
        .createQuery("from HistoryEntry where nodeId = ?1 and uuid = ?2", HistoryEntry.class)
        .setParameter(1, node.id())
        .setParameter(2, uuid)
        .uniqueResultOptional();
  }
}
