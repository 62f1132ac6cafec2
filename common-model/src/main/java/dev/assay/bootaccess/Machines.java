package dev.assay.bootaccess;

import dev.assay.bootaccess.AccessPolicy.Inspections;
import dev.assay.id.MacAddress;
import dev.assay.inspection.Stage;
import dev.assay.node.ProvisionState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the database what decides which machines may boot. Each method sees one snapshot, of
 * the moment when it runs.
 */
public final class Machines {
  private static final int BATCH = 5000;

  private static final String COLUMNS =
      """
      select p.address, n.uuid, n.provision_state, n.conductor_group, p.extra ->> 'client-id',
             i.inspect_interface, i.stage, i.cause, i.classic
      """;
  private static final String JOINS =
      """
      join node n on n.id = p.node_id
      left join inspection i on i.node_id = n.id and i.stage not in ('finished', 'error')
      """;
  private static final String ALL = COLUMNS + "from port p " + JOINS;

  /** As {@link #ALL}, but no join may be planned to read all nodes: docs/decisions/0007. */
  static final String THESE =
      COLUMNS
          + """
            from port p
            join lateral (select * from node where id = p.node_id offset 0) n on true
            left join lateral (
              select * from inspection
              where node_id = n.id and stage not in ('finished', 'error') offset 0) i on true
            where p.address = any(?)
            """;

  /** The nodes on inspection, as {@link AccessPolicy#decide} would let them boot. */
  private static final String INSPECTIONS =
      """
      select count(*) > 0,
             coalesce(bool_or(not exists (select from port p where p.node_id = n.id)), false)
      from inspection i join node n on n.id = i.node_id
      where i.stage not in ('finished', 'error')
        and i.stage in ('starting', 'waiting', 'processing', 'enrolling')
        and (i.classic or i.cause = 'discovered' and n.provision_state = 'enroll'
             or n.provision_state in ('inspecting', 'inspect wait'))
        and i.inspect_interface = any(?)
        and (cast(? as text) is null or n.conductor_group = ?)
      """;

  private Machines() {}

  /** Passes on all machines that have a port, once for each port. */
  public static void all(Connection database, Consumer<Machine> each) throws SQLException {
    database.setAutoCommit(false); // else the driver would keep all rows in memory
    try (var select = database.prepareStatement(ALL)) {
      select.setFetchSize(BATCH);
      read(select, each);
      database.commit();
    } finally {
      database.setAutoCommit(true);
    }
  }

  /** Those of {@code addresses} that are ports. */
  public static List<Machine> these(Connection database, Collection<MacAddress> addresses)
      throws SQLException {
    try (var select = database.prepareStatement(THESE)) {
      select.setArray(
          1, database.createArrayOf("text", addresses.stream().map(MacAddress::text).toArray()));
      var machines = new ArrayList<Machine>();
      read(select, machines::add);
      return machines;
    }
  }

  /** What {@link AccessPolicy#decideUnknown} needs, when it needs anything. */
  public static Inspections inspections(Connection database, AccessPolicy policy)
      throws SQLException {
    if (!policy.followsInspections()) {
      return Inspections.NONE;
    }
    try (var select = database.prepareStatement(INSPECTIONS)) {
      select.setArray(1, database.createArrayOf("text", policy.inspectInterfaces().toArray()));
      select.setString(2, policy.conductorGroup());
      select.setString(3, policy.conductorGroup());
      try (var rows = select.executeQuery()) {
        rows.next();
        return new Inspections(rows.getBoolean(1), rows.getBoolean(2));
      }
    }
  }

  private static void read(PreparedStatement select, Consumer<Machine> each) throws SQLException {
    try (var rows = select.executeQuery()) {
      while (rows.next()) {
        each.accept(machine(rows));
      }
    }
  }

  private static Machine machine(ResultSet row) throws SQLException {
    return new Machine(
        new MacAddress(row.getString(1)),
        row.getObject(2, UUID.class),
        ProvisionState.ofWire(row.getString(3)).orElseThrow(),
        row.getString(4),
        row.getString(5),
        running(row));
  }

  private static Machine.@Nullable Running running(ResultSet row) throws SQLException {
    var inspectInterface = row.getString(6);
    return inspectInterface == null
        ? null
        : new Machine.Running(
            inspectInterface,
            Stage.valueOf(row.getString(7).toUpperCase(Locale.ROOT)),
            row.getString(8).equals("discovered"),
            row.getBoolean(9));
  }
}
