package dev.assay.port;

import dev.assay.id.NodeId;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;

/**
 * Reads and writes the rows of one table of {@link PortLike} entities.
 *
 * @param <T> the entity
 */
public abstract class PortLikeRows<T extends PortLike> {
  private final Session database;
  private final Class<T> entity;

  protected PortLikeRows(Session database, Class<T> entity) {
    this.database = database;
    this.entity = entity;
  }

  /** Returns a page of rows. */
  public List<T> list(Nodes.Selection selection) {
    return selection.rows(database, entity);
  }

  /** The {@link dev.assay.node.RowStates#digest} of the rows that {@link #list} would read. */
  public String state(Nodes.Selection selection) {
    return selection.state(database, entity, "n.version");
  }

  public Optional<T> find(UUID uuid) {
    return database
        .createQuery(from("where uuid = ?1"), entity)
        .setParameter(1, uuid)
        .getResultList()
        .stream()
        .findFirst();
  }

  /** Returns the UUID of the row with this name. */
  public Optional<UUID> idOf(String name) {
    return database
        .createQuery("select uuid " + from("where attributes.name = ?1"), UUID.class)
        .setParameter(1, name)
        .getResultList()
        .stream()
        .findFirst();
  }

  /**
   * Returns the node that a row belongs to, without loading either: to lock the node before the row
   * is read.
   */
  public Optional<NodeId> nodeOf(UUID uuid) {
    return database
        .createQuery(
            "select n.uuid " + from("p join Node n on n.id = p.nodeId where p.uuid = ?1"),
            UUID.class)
        .setParameter(1, uuid)
        .getResultList()
        .stream()
        .findFirst()
        .map(NodeId::new);
  }

  /** Returns the rows of {@code node}, in the order of creation. */
  public List<T> of(Node node) {
    return database
        .createQuery(from("where nodeId = ?1 order by id"), entity)
        .setParameter(1, node.id())
        .getResultList();
  }

  private String from(String rest) {
    return "from %s %s".formatted(entity.getSimpleName(), rest);
  }

  /** Adds a row; a constraint violation when address, uuid or name is taken. */
  public void add(T row) {
    database.persist(row);
    database.flush();
  }

  /**
   * Writes pending changes to the database; a constraint violation when address or name is taken.
   */
  public void write() {
    database.flush();
  }

  /** Deletes a row. */
  public void remove(T row) {
    database.remove(row);
  }
}
