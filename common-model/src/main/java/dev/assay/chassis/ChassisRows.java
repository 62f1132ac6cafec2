package dev.assay.chassis;

import dev.assay.node.Nodes;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;

/** Reads and writes chassis in the database. */
@ApplicationScoped
public class ChassisRows {
  private final Session database;

  ChassisRows(Session database) {
    this.database = database;
  }

  /** Returns a page of chassis. */
  public List<Chassis> list(Nodes.Selection selection) {
    return selection.rows(database, Chassis.class);
  }

  public Optional<Chassis> find(UUID uuid) {
    return Optional.ofNullable(
        database
            .createQuery("from Chassis where uuid = ?1", Chassis.class)
            .setParameter(1, uuid)
            .getSingleResultOrNull());
  }

  /**
   * Reads the current state of the chassis and locks its row until this transaction ends, so that
   * no node can be put into it meanwhile. Hibernate's own lock is "for no key update", which does
   * not prevent that.
   */
  public Optional<Chassis> findForUpdate(UUID uuid) {
    var locked =
        database
            .createNativeQuery("select id from chassis where uuid = ?1 for update", Long.class)
            .setParameter(1, uuid)
            .getResultList();
    return locked.isEmpty() ? Optional.empty() : find(uuid);
  }

  /** True when a node is in the chassis. */
  public boolean hasNodes(Chassis chassis) {
    return !database
        .createQuery("select 1 from Node where attributes.chassisUuid = ?1", Integer.class)
        .setParameter(1, chassis.uuid())
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }

  /** Adds a row; a constraint violation when its UUID is taken. */
  public void add(Chassis chassis) {
    database.persist(chassis);
    database.flush();
  }

  /** Deletes a row; a constraint violation when a node is in it. */
  public void remove(Chassis chassis) {
    database.remove(chassis);
    database.flush();
  }
}
