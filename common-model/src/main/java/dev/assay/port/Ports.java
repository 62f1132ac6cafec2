package dev.assay.port;

import dev.assay.storedjson.StoredJson;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;

/** Reads and writes the ports of all nodes. */
@Singleton
public class Ports extends PortLikeRows<Port> {
  private final Session database;

  /** The node that has a port with this address; both as stored. */
  public record Owner(String address, long nodeId) {}

  Ports(Session database) {
    super(database, Port.class);
    this.database = database;
  }

  /** Returns the ports in the port group {@code group}, in the order of creation. */
  public List<Port> inGroup(UUID group) {
    return database
        .createQuery("from Port where attributes.portgroupUuid = ?1 order by id", Port.class)
        .setParameter(1, group)
        .getResultList();
  }

  public Optional<Port> findByAddress(MacAddress address) {
    return database
        .createQuery("from Port where attributes.address = ?1", Port.class)
        .setParameter(1, address.text())
        .getResultStream()
        .findFirst();
  }

  /** Returns those of {@code macs} that are ports of any node. */
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

  /** Adds a port unless any node has a port with its address; true when it was added. */
  public boolean addUnlessTaken(Port port) {
    var attributes = port.attributes();
    return database
            .createNativeMutationQuery(
                """
                insert into port (uuid, node_id, address, extra, pxe_enabled,
                  local_link_connection, physical_network, is_smartnic,
                  available_for_dynamic_portgroup, internal_info, created_at)
                values (?1, ?2, ?3, cast(?4 as jsonb), ?5, cast(?6 as jsonb), ?7, false, true,
                  '{}', ?8)
                on conflict (address) do nothing
                """)
            .setParameter(1, port.uuid())
            .setParameter(2, port.nodeId())
            .setParameter(3, attributes.address())
            .setParameter(4, StoredJson.storable(attributes.extra()))
            .setParameter(5, attributes.pxeEnabled())
            .setParameter(6, StoredJson.storable(attributes.localLinkConnection()))
            .setParameter(7, attributes.physicalNetwork(), String.class)
            .setParameter(8, port.createdAt())
            .executeUpdate()
        == 1;
  }
}
