package dev.assay.discovery;

import jakarta.enterprise.context.ApplicationScoped;
import org.hibernate.Session;

/** The nodes that were made for unknown machines. */
@ApplicationScoped
public class DiscoveredNodes {
  private final Session database;

  DiscoveredNodes(Session database) {
    this.database = database;
  }

  /** True when {@code most} of them or more are in enroll: nobody has taken them up. */
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
