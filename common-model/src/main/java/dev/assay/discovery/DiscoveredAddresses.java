package dev.assay.discovery;

import dev.assay.node.Node;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import org.hibernate.Session;

/**
 * Stores the addresses by which machines were discovered. Each belongs to one node for as long as
 * that node exists, enforced by a key in the database: of two concurrent callbacks of one machine
 * only one creates a node.
 */
@ApplicationScoped
public class DiscoveredAddresses {
  private final Session database;

  DiscoveredAddresses(Session database) {
    this.database = database;
  }

  /**
   * Assigns all of {@code addresses} to the node; false when one already belongs to another, and
   * the caller then rolls back. Waits for a transaction that is just claiming one of them.
   */
  public boolean claim(Node node, Collection<String> addresses) {
    var distinct = addresses.stream().distinct().toArray(String[]::new);
    var claimed =
        database
            .createNativeMutationQuery(
                """
                insert into discovered_address (address, node_id)
                select address, ?2 from unnest(cast(?1 as text[])) given (address)
                order by address -- in one order, so that no two wait for each other
                on conflict do nothing
                """)
            .setParameter(1, distinct)
            .setParameter(2, node.id())
            .executeUpdate();
    return claimed == distinct.length;
  }

  /**
   * Returns the UUIDs of the nodes other than {@code node} to which these addresses belong; for the
   * log.
   */
  public List<String> others(Node node, Collection<String> addresses) {
    return database
        .createNativeQuery(
            """
            select distinct cast((select n.uuid from node n where n.id = d.node_id) as text)
            from discovered_address d where d.address = any(?1) and d.node_id <> ?2
            """,
            Object[].class)
        .setParameter(1, addresses.toArray(String[]::new))
        .setParameter(2, node.id())
        .getResultList()
        .stream()
        .map(row -> (String) row[0])
        .toList();
  }
}
