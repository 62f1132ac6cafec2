package dev.assay.lease;

import dev.assay.statement.PlainStatement;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import org.hibernate.Session;

/**
 * Acquires, checks, renews and releases leases; every lease in Assay is made of this. A lease has a
 * holder, an epoch and an expiry, is changed by compare-and-set, and expires by the database clock.
 * Every instance method joins the caller's transaction. Source: docs/architecture.md, invariant 4.
 */
@ApplicationScoped
public class Leases {
  /** The condition that nobody else acquired a lease; {@link #statement} sets its parameters. */
  static final String SAME =
      "name = :lease and epoch = :epoch and holder = :holder and process = :process";

  private static final String HOLDER =
      "select holder from lease where name = :lease and expires_at > clock_timestamp()";
  private static final String HELD =
      "select 1 from lease where " + SAME + " and expires_at > clock_timestamp()";
  private static final String RELEASE = "delete from lease where " + SAME;
  private static final String REVOKE = "delete from lease where name = :lease";

  private final Session database;
  private final LeaseTable table;

  Leases(Session database, LeaseTable table) {
    this.database = database;
    this.table = table;
  }

  /**
   * Expires every lease that earlier processes took as {@code holder}, for those processes are
   * gone. To be called in a transaction when a process that takes leases starts; also draws the
   * number of this process. The rows stay, so that the next holder knows it takes over.
   */
  public int start(String holder) {
    return database.doReturningWork(connection -> table.start(connection, holder));
  }

  /**
   * Acquires the lease when nobody holds it or it has expired; else empty. The commit does not wait
   * for the disk, so what else the transaction writes must be done again by the next holder: when a
   * crash of the database loses the lease, no other lease ever gets its epoch, so nothing can be
   * written under it any more.
   */
  public Optional<Lease> acquire(String name, String holder, Duration ttl) {
    return database.doReturningWork(connection -> table.acquire(connection, name, holder, ttl));
  }

  /** The current holder; empty when nobody holds the lease. */
  public Optional<String> holder(String name) {
    return PlainStatement.of(HOLDER).set("lease", name).row(database).map(row -> (String) row[0]);
  }

  /** True when nobody else acquired the lease and it has not expired; locks nothing. */
  public boolean isHeld(Lease lease) {
    return statement(HELD, lease).row(database).isPresent();
  }

  /** Releases the lease; false, and no effect, when another holder acquired it meanwhile. */
  public boolean release(Lease lease) {
    return statement(RELEASE, lease).update(database) == 1;
  }

  /** A statement about {@code lease}, which it identifies by {@link #SAME}. */
  static PlainStatement statement(String sql, Lease lease) {
    return PlainStatement.of(sql)
        .set("lease", lease.name())
        .set("epoch", lease.epoch())
        .set("holder", lease.holder())
        .set("process", lease.process());
  }

  /** Deletes the lease, no matter who holds it. */
  public void revoke(String name) {
    PlainStatement.of(REVOKE).set("lease", name).update(database);
  }
}
