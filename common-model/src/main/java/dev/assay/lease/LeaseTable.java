package dev.assay.lease;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The table of leases over a connection of the caller, for heartbeats, which have their own, and
 * for processes without JPA. See {@link Leases}.
 */
@ApplicationScoped
public class LeaseTable {
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

  /**
   * Whoever gets the advisory lock of a process that has not been heard of for a while knows that
   * it is dead: a living one has a connection that holds the lock.
   */
  private static final String EXPIRE_DEAD =
      """
      with silent as materialized (
        select c.hostname, c.process from conductor c
        where c.process <> ? and c.updated_at < clock_timestamp() - ? * interval '1 ms'
          and exists (
            select 1 from lease l
            where l.holder = c.hostname and l.process = c.process
              and l.expires_at > clock_timestamp())),
      dead as materialized (
        select hostname, process from silent
        where pg_try_advisory_xact_lock(LOCK(process))),
      expired as (
        update lease l set expires_at = clock_timestamp() from dead d
        where l.holder = d.hostname and l.process = d.process)
      update conductor c set expires_at = least(c.expires_at, clock_timestamp()) from dead d
      where c.hostname = d.hostname and c.process = d.process
      returning c.hostname
      """
          .replace(
              "LOCK(process)",
              "('x' || left(replace(process::text, '-', ''), 16))::bit(64)::bigint");

  private final Epochs epochs;

  LeaseTable(Epochs epochs) {
    this.epochs = epochs;
  }

  /** The random identity of this process, new at each start. */
  public UUID process() {
    return epochs.process();
  }

  /**
   * SQL for a connection that shows others, for as long as it is open, that this process is alive.
   */
  public String presence() {
    return "select pg_advisory_lock_shared(%d)".formatted(process().getMostSignificantBits());
  }

  /**
   * Expires the leases and the registration of every conductor whose process is dead, without
   * waiting for their expiry: it has not been heard of for {@code silence}, and its connection is
   * gone (see {@link #presence}). Returns the names of these conductors.
   *
   * @param silence longer than a living process takes to open its connection again
   * @param connection commits each statement by itself
   */
  public List<String> expireDead(Connection connection, Duration silence) throws SQLException {
    try (var update = connection.prepareStatement(EXPIRE_DEAD)) {
      update.setObject(1, process());
      update.setLong(2, silence.toMillis());
      var dead = new ArrayList<String>();
      try (var rows = update.executeQuery()) {
        while (rows.next()) {
          dead.add(rows.getString(1));
        }
      }
      return dead;
    }
  }

  /** As {@link Leases#start}. */
  public int start(Connection connection, String holder) throws SQLException {
    try (var update =
        connection.prepareStatement(
            "update lease set expires_at = clock_timestamp() where holder = ? and process <> ?")) {
      update.setString(1, holder);
      update.setObject(2, epochs.process());
      return update.executeUpdate();
    }
  }

  /**
   * Acquires the lease when nobody holds it or it has expired; else empty. Its commit does not wait
   * for the disk: see {@link Leases#acquire}.
   *
   * @param connection commits each statement by itself, or is in a transaction as there
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

  /**
   * Releases the lease; false, and no effect, when another holder acquired it meanwhile.
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

  /**
   * Renews those of {@code leases}, all of this process, that are still held, and returns the
   * epochs of the renewed ones. A lease whose row is locked is skipped, because its holder is just
   * writing under it, or another process tries to acquire it: leases are renewed again long before
   * they expire.
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
