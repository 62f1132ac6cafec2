package dev.assay.port;

import dev.assay.node.Node;
import dev.assay.node.NodeId;
import dev.assay.node.Nodes;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;

/** The ports of all nodes. */
@ApplicationScoped
public class Ports {
  private final Session database;

  /** Which node owns an address; both as stored. */
  public record Owner(String address, long nodeId) {}

  Ports(Session database) {
    this.database = database;
  }

  /** A page of them. */
  public List<Port> list(Nodes.Selection selection) {
    return selection.rows(database, Port.class);
  }

  /** Writes what was changed; a constraint violation when address or name is taken. */
  public void write() {
    database.flush();
  }

  /** Who is called {@code name}. */
  public Optional<UUID> idOf(String name) {
    return database
        .createQuery("select uuid from Port where attributes.name = ?1", UUID.class)
        .setParameter(1, name)
        .getResultStream()
        .findFirst();
  }

  /** The node of a port, without loading either: to lock the node before the port is read. */
  public Optional<NodeId> nodeOf(UUID port) {
    return database
        .createQuery(
            "select n.uuid from Port p join Node n on n.id = p.nodeId where p.uuid = ?1",
            UUID.class)
        .setParameter(1, port)
        .getResultStream()
        .findFirst()
        .map(NodeId::new);
  }

  /** In the order of creation. */
  public List<Port> of(Node node) {
    return database
        .createQuery("from Port where nodeId = ?1 order by id", Port.class)
        .setParameter(1, node.id())
        .getResultList();
  }

  public Optional<Port> find(UUID uuid) {
    return database
        .createQuery("from Port where uuid = ?1", Port.class)
        .setParameter(1, uuid)
        .getResultStream()
        .findFirst();
  }

  public Optional<Port> findByName(String name) {
    return database
        .createQuery("from Port where attributes.name = ?1", Port.class)
        .setParameter(1, name)
        .getResultStream()
        .findFirst();
  }

  public Optional<Port> findByAddress(MacAddress address) {
    return database
        .createQuery("from Port where attributes.address = ?1", Port.class)
        .setParameter(1, address.text())
        .getResultStream()
        .findFirst();
  }

  /** Those of {@code macs} that are ports of any node. */
  public List<Owner> owners(Collection<MacAddress> macs) {
    if (macs.isEmpty()) {
      return List.of();
    }
    return database
        .createNativeQuery(
            "select address, node_id from port where address = any(?1)", Object[].class)
        .setParameter(1, macs.stream().map(MacAddress::text).toArray(String[]::new))
        .getResultStream()
        .map(row -> new Owner((String) row[0], ((Number) row[1]).longValue()))
        .toList();
  }

  /** Adds a port; a constraint violation when address, uuid or name is taken. */
  public void add(Port port) {
    database.persist(port);
    database.flush();
  }

  /** Adds a port unless its address is taken by whichever node; true when it was added. */
  public boolean addUnlessTaken(Port port) {
    var attributes = port.attributes();
    return database
            .createNativeMutationQuery(
                """
                insert into port (uuid, node_id, address, extra, pxe_enabled,
                  local_link_connection, is_smartnic, available_for_dynamic_portgroup,
                  internal_info, created_at)
                values (?1, ?2, ?3, cast(?4 as jsonb), ?5, '{}', false, true, '{}', ?6)
                on conflict (address) do nothing
                """)
            .setParameter(1, port.uuid())
            .setParameter(2, port.nodeId())
            .setParameter(3, attributes.address())
            .setParameter(4, attributes.extra().toString())
            .setParameter(5, attributes.pxeEnabled())
            .setParameter(6, port.createdAt())
            .executeUpdate()
        == 1;
  }

  public void remove(Port port) {
    database.remove(port);
  }
}
