package dev.assay.discovery;

import jakarta.enterprise.context.ApplicationScoped;
import org.hibernate.Session;

/** Counts the nodes that auto-discovery created and that still wait in enroll. */
@ApplicationScoped
public class DiscoveredNodes {
  private final Session database;

  DiscoveredNodes(Session database) {
    this.database = database;
  }

  /**
   * True when {@code most} or more auto-discovered nodes are in enroll, not yet managed by anybody.
   */
  public boolean areWaiting(int most) {
    return !database
        .createNativeQuery(
            """
            select id, 1 from node where auto_discovered and provision_state = 'enroll'
            offset ?1 limit 1
            """,
            Object[].class)
        .setParameter(1, most - 1)
        .getResultList()
        .isEmpty();
  }
}
