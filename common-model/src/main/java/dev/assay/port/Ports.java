package dev.assay.port;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.attribute.Attribute;
import dev.assay.id.MacAddress;
import dev.assay.storedjson.StoredJson;
import io.agroal.api.AgroalDataSource;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.hibernate.Session;

/** Reads and writes the ports of all nodes. */
@Singleton
public class Ports extends PortLikeRows<Port> {
  /** Each attribute has a column of its name. */
  private static final String INSERT =
      """
      insert into port (uuid, node_id, internal_info, created_at, COLUMNS)
      select uuid, ?1, '{}', ?2, COLUMNS
      from jsonb_populate_recordset(cast(null as port), cast(?3 as jsonb))
      on conflict (address) do nothing
      """
          .replace(
              "COLUMNS",
              PortAttributeTable.TABLE.rows().stream()
                  .map(Attribute::name)
                  .collect(Collectors.joining(", ")));

  private static final String OWNERS = "select address, node_id from port where address = any(?)";

  private final Session database;
  private final AgroalDataSource pool;

  /** The node that has a port with this address; both as stored. */
  public record Owner(String address, long nodeId) {}

  Ports(Session database, AgroalDataSource pool) {
    super(database, Port.class);
    this.database = database;
    this.pool = pool;
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
        .getResultList()
        .stream()
        .findFirst();
  }

  /** Returns those of {@code macs} that are ports of any node; needs no transaction. */
  public List<Owner> owners(Collection<MacAddress> macs) {
    if (macs.isEmpty()) {
      return List.of();
    }
    try (var connection = pool.getConnection();
        var select = connection.prepareStatement(OWNERS)) {
      var texts = macs.stream().map(MacAddress::text).toArray(String[]::new);
      select.setArray(1, connection.createArrayOf("text", texts));
      var owners = new ArrayList<Owner>();
      try (var rows = select.executeQuery()) {
        while (rows.next()) {
          owners.add(new Owner(rows.getString(1), rows.getLong(2)));
        }
      }
      return owners;
    } catch (SQLException e) {
      throw new IllegalStateException("The owners of addresses cannot be read.", e);
    }
  }

  /**
   * Adds new ports of the node with row number {@code node}, except those whose address a port of
   * any node has; returns how many were added.
   */
  public int addUnlessTaken(long node, Collection<PortAttributes> added, Instant now) {
    if (added.isEmpty()) {
      return 0;
    }
    var rows = JsonNodeFactory.instance.arrayNode();
    for (var port : added) {
      var row = PortAttributeTable.TABLE.document(port);
      rows.add(row.put("uuid", UUID.randomUUID().toString()));
    }
    return database
        .createNativeMutationQuery(INSERT)
        .setParameter(1, node)
        .setParameter(2, now)
        .setParameter(3, StoredJson.storable(rows))
        .executeUpdate();
  }
}
