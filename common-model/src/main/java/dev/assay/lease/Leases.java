package dev.assay.lease;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.hibernate.Session;
import org.hibernate.query.CommonQueryContract;
import org.hibernate.query.QueryFlushMode;

/**
 * Acquires, checks, renews and releases leases; every lease in Assay is made of this. A lease has a
 * holder, an epoch and an expiry, is changed by compare-and-set, and expires by the database clock.
 * Every instance method joins the caller's transaction. Source: docs/architecture.md, invariant 4.
 */
@ApplicationScoped
public class Leases {
  private static final String ACQUIRE =
      """
      insert into lease as l (name, holder, process, epoch, expires_at)
      select ?, ?, ?, ?, clock_timestamp() + ? * interval '1 ms'
      from set_config('synchronous_commit', 'off', true)
      on conflict (name) do update
      set holder = excluded.holder, process = excluded.process, epoch = excluded.epoch,
          expires_at = excluded.expires_at
      where l.expires_at <= clock_timestamp()
      returning epoch, (xmax <> 0)
      """;
  private static final String SAME = "name = ?1 and epoch = ?2 and holder = ?3 and process = ?4";
  private static final String RENEW =
      """
      with mine as (
        select name from lease
        where name = any(?) and epoch = any(?) and holder = ? and process = ?
        for update skip locked)
      update lease l set expires_at = clock_timestamp() + ? * interval '1 ms'
      from mine where l.name = mine.name
      returning l.epoch
      """;

  private final Session database;
  private final Epochs epochs;

  Leases(Session database, Epochs epochs) {
    this.database = database;
    this.epochs = epochs;
  }

  /**
   * Expires every lease that earlier processes took as {@code holder}, for those processes are
   * gone. To be called in a transaction when a process that takes leases starts; also draws the
   * number of this process. The rows stay, so that the next holder knows it takes over.
   */
  public int start(String holder) {
    return database
        .createNativeMutationQuery(
            """
            update lease set expires_at = clock_timestamp() where holder = ?1 and process <> ?2
            """)
        .setParameter(1, holder)
        .setParameter(2, epochs.process())
        .executeUpdate();
  }

  /**
   * Acquires the lease when nobody holds it or it has expired; else empty. To be called in a
   * transaction that does nothing else, for its commit does not wait for the disk: when a crash of
   * the database loses the lease, no other lease ever gets its epoch, so nothing can be written
   * under it any more.
   */
  public Optional<Lease> acquire(String name, String holder, Duration ttl) {
    return database.doReturningWork(connection -> acquire(connection, name, holder, ttl));
  }

  /**
   * As {@link #acquire(String, String, Duration)}, over a connection of the caller.
   *
   * @param connection commits each statement by itself, or is in a transaction that does nothing
   *     else
   */
  public Optional<Lease> acquire(Connection connection, String name, String holder, Duration ttl)
      throws SQLException {
    try (var insert = connection.prepareStatement(ACQUIRE)) {
      insert.setString(1, name);
      insert.setString(2, holder);
      insert.setObject(3, epochs.process());
      insert.setLong(4, epochs.next());
      insert.setLong(5, ttl.toMillis());
      try (var row = insert.executeQuery()) {
        return row.next()
            ? Optional.of(
                new Lease(name, holder, epochs.process(), row.getLong(1), row.getBoolean(2)))
            : Optional.empty();
      }
    }
  }

  /** The current holder; empty when nobody holds the lease. */
  public Optional<String> holder(String name) {
    return database
        .createNativeQuery(
            "select holder from lease where name = ?1 and expires_at > clock_timestamp()",
            Object[].class)
        .setParameter(1, name)
        .getResultStream()
        .findFirst()
        .map(row -> (String) row[0]);
  }

  /** True when nobody else acquired the lease and it has not expired; locks nothing. */
  public boolean isHeld(Lease lease) {
    return found(
        lease, "select 1 from lease where " + SAME + " and expires_at > clock_timestamp()");
  }

  /**
   * True when nobody else acquired the lease; nobody can until this transaction ends. This is the
   * fencing check: a holder that was paused or cut off gets false and writes nothing.
   */
  public boolean stillHeld(Lease lease) {
    return found(lease, "select 1 from lease where " + SAME + " for update");
  }

  private boolean found(Lease lease, String sql) {
    return identify(lease, database.createNativeQuery(sql, Object[].class))
        .getResultStream()
        .findFirst()
        .isPresent();
  }

  /** Releases the lease; false, and no effect, when another holder acquired it meanwhile. */
  public boolean release(Lease lease) {
    return identify(lease, database.createNativeMutationQuery("delete from lease where " + SAME))
            .executeUpdate()
        == 1;
  }

  /**
   * As {@link #release(Lease)}, over a connection of the caller.
   *
   * @param connection commits each statement by itself
   */
  public static boolean release(Connection connection, Lease lease) throws SQLException {
    try (var delete =
        connection.prepareStatement(
            "delete from lease where name = ? and epoch = ? and holder = ? and process = ?")) {
      delete.setString(1, lease.name());
      delete.setLong(2, lease.epoch());
      delete.setString(3, lease.holder());
      delete.setObject(4, lease.process());
      return delete.executeUpdate() == 1;
    }
  }

  private static <Q extends CommonQueryContract> Q identify(Lease lease, Q query) {
    query
        .setQueryFlushMode(QueryFlushMode.NO_FLUSH)
        .setParameter(1, lease.name())
        .setParameter(2, lease.epoch())
        .setParameter(3, lease.holder())
        .setParameter(4, lease.process());
    return query;
  }

  /** Deletes the lease, no matter who holds it. */
  public void revoke(String name) {
    database
        .createNativeMutationQuery("delete from lease where name = ?1")
        .setParameter(1, name)
        .executeUpdate();
  }

  /**
   * Renews those of {@code leases}, all of this process, that are still held, and returns the
   * epochs of the renewed ones. A lease whose row is locked is skipped, because its holder is just
   * writing under it: leases are renewed again long before they expire.
   *
   * @param connection commits each statement by itself
   */
  public static Set<Long> renew(Connection connection, Collection<Lease> leases, Duration ttl)
      throws SQLException {
    if (leases.isEmpty()) {
      return Set.of();
    }
    var any = leases.iterator().next();
    try (var update = connection.prepareStatement(RENEW)) {
      update.setArray(
          1, connection.createArrayOf("text", leases.stream().map(Lease::name).toArray()));
      update.setArray(
          2, connection.createArrayOf("bigint", leases.stream().map(Lease::epoch).toArray()));
      update.setString(3, any.holder());
      update.setObject(4, any.process());
      update.setLong(5, ttl.toMillis());
      var renewed = new HashSet<Long>();
      try (var rows = update.executeQuery()) {
        while (rows.next()) {
          renewed.add(rows.getLong(1));
        }
      }
      return renewed;
    }
  }
}
