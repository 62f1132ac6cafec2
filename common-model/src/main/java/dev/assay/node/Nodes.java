package dev.assay.node;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.util.Optional;
import org.hibernate.Session;

/** All nodes. */
@ApplicationScoped
public class Nodes {
  private final Session database;

  Nodes(Session database) {
    this.database = database;
  }

  public Optional<Node> find(NodeId uuid) {
    return database
        .createQuery("from Node where uuid = ?1", Node.class)
        .setParameter(1, uuid.uuid())
        .getResultStream()
        .findFirst();
  }

  public Optional<Node> findByName(String name) {
    return database
        .createQuery("from Node where attributes.name = ?1", Node.class)
        .setParameter(1, name)
        .getResultStream()
        .findFirst();
  }

  /** The node as it is now, its row locked until this transaction ends. */
  public Optional<Node> findForUpdate(NodeId uuid) {
    return database
        .createQuery("from Node where uuid = ?1", Node.class)
        .setParameter(1, uuid.uuid())
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .getResultStream()
        .findFirst();
  }

  /** Locks the row without reading it; false when there is no such node. */
  public boolean lockRow(NodeId uuid) {
    return database
        .createNativeQuery("select 1 from node where uuid = ?1 for no key update", Integer.class)
        .setParameter(1, uuid.uuid())
        .getResultStream()
        .findFirst()
        .isPresent();
  }

  /** Adds a node; a constraint violation when uuid, name or instance is taken. */
  public void add(Node node) {
    database.persist(node);
    database.flush();
  }

  /** Deletes the node with everything that hangs on it. */
  public void remove(Node node) {
    database.remove(node);
    database.flush();
  }

  /** Adds to the node's history. */
  public void record(HistoryEntry entry) {
    database.persist(entry);
  }
}
