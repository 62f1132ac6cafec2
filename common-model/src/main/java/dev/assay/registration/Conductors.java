package dev.assay.registration;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.assay.hardware.DriverDescription;
import dev.assay.lease.LeaseTable;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.Session;

/** Stores the registrations and heartbeats of all conductors. */
@ApplicationScoped
public class Conductors {
  private static final TypeReference<List<DriverDescription>> DRIVERS = new TypeReference<>() {};

  /**
   * The last column is the version of the row, as in RowStates; the drivers of known ones are null.
   */
  private static final String ALL =
      """
      select hostname, conductor_group, online and expires_at > clock_timestamp(),
             updated_at > clock_timestamp() - ?1 * interval '1 ms',
             case when not VERSION = any(?2) then cast(drivers as text) end,
             created_at, updated_at, VERSION
      from conductor order by hostname
      """
          .replace("VERSION", "encode(record_send(row(hostname, xmin, updated_at)), 'base64')");

  private final Session database;
  private final LeaseTable leases;
  private final ConductorConfig config;

  /** The drivers by the version of the row: ten kilobytes that change less often than read. */
  private volatile Map<String, List<DriverDescription>> known = Map.of();

  Conductors(Session database, LeaseTable leases, ConductorConfig config) {
    this.database = database;
    this.leases = leases;
    this.config = config;
  }

  /**
   * Registers this process as a conductor for {@code ttl}; replaces an earlier registration of the
   * same name.
   */
  public void register(
      String hostname, String group, List<DriverDescription> drivers, Duration ttl) {
    database
        .createNativeMutationQuery(
            """
            insert into conductor
              (hostname, conductor_group, online, expires_at, drivers, created_at, updated_at,
               process, reads_documents)
            values (?1, ?2, true, clock_timestamp() + ?4 * interval '1 ms', cast(?3 as jsonb),
                    clock_timestamp(), clock_timestamp(), ?5, true)
            on conflict (hostname) do update
            set conductor_group = excluded.conductor_group, online = true,
                expires_at = excluded.expires_at, drivers = excluded.drivers,
                updated_at = excluded.updated_at, process = excluded.process,
                reads_documents = excluded.reads_documents
            """)
        .setParameter(1, hostname)
        .setParameter(2, group)
        .setParameter(3, StoredJson.write(drivers))
        .setParameter(4, ttl.toMillis())
        .setParameter(5, leases.process())
        .executeUpdate();
  }

  /**
   * Renews the registration for another {@code ttl}; false when it was removed.
   *
   * @param connection commits each statement by itself
   */
  public static boolean heartbeat(Connection connection, String hostname, Duration ttl)
      throws SQLException {
    try (var update =
        connection.prepareStatement(
            """
            update conductor set online = true, updated_at = clock_timestamp(),
              expires_at = clock_timestamp() + ? * interval '1 ms'
            where hostname = ?
            """)) {
      update.setLong(1, ttl.toMillis());
      update.setString(2, hostname);
      return update.executeUpdate() == 1;
    }
  }

  /** Marks a conductor that stops deliberately as offline. */
  public void leave(String hostname) {
    database
        .createNativeMutationQuery("update conductor set online = false where hostname = ?1")
        .setParameter(1, hostname)
        .executeUpdate();
  }

  /** All registered conductors, alive or not, by name. */
  public List<Conductor> all() {
    var before = known;
    var now = new HashMap<String, List<DriverDescription>>();
    var all = rows(before.keySet()).map(row -> conductor(row, before, now)).toList();
    known = Map.copyOf(now);
    return all;
  }

  private Stream<Object[]> rows(Collection<String> known) {
    return database
        .createNativeQuery(ALL, Object[].class)
        .setParameter(1, config.restartGrace().toMillis())
        .setParameter(2, known.toArray(String[]::new))
        .getResultList()
        .stream();
  }

  /** The conductors that are alive, by name. */
  public List<Conductor> alive() {
    return all().stream().filter(Conductor::alive).toList();
  }

  private static Conductor conductor(
      Object[] row,
      Map<String, List<DriverDescription>> before,
      Map<String, List<DriverDescription>> now) {
    var alive = (Boolean) row[2];
    var version = (String) row[7];
    var drivers = row[4] == null ? requireNonNull(before.get(version)) : drivers((String) row[4]);
    now.put(version, drivers);
    return new Conductor(
        (String) row[0],
        (String) row[1],
        alive,
        alive || (Boolean) row[3],
        drivers,
        (Instant) row[5],
        (Instant) row[6]);
  }

  private static List<DriverDescription> drivers(String json) {
    try {
      return List.copyOf(StoredJson.MAPPER.readValue(json, DRIVERS));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalStateException("a conductor registered drivers that cannot be read", e);
    }
  }
}
