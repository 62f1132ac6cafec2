package dev.assay.lease;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
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
  /** The condition that nobody else acquired a lease; {@link #identify} sets its parameters. */
  static final String SAME =
      "name = :lease and epoch = :epoch and holder = :holder and process = :process";

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
   * Acquires the lease when nobody holds it or it has expired; else empty. To be called in a
   * transaction that does nothing else, for its commit does not wait for the disk: when a crash of
   * the database loses the lease, no other lease ever gets its epoch, so nothing can be written
   * under it any more.
   */
  public Optional<Lease> acquire(String name, String holder, Duration ttl) {
    return database.doReturningWork(connection -> table.acquire(connection, name, holder, ttl));
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
    var sql = "select 1 from lease where " + SAME + " and expires_at > clock_timestamp()";
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

  static <Q extends CommonQueryContract> Q identify(Lease lease, Q query) {
    query
        .setQueryFlushMode(QueryFlushMode.NO_FLUSH)
        .setParameter("lease", lease.name())
        .setParameter("epoch", lease.epoch())
        .setParameter("holder", lease.holder())
        .setParameter("process", lease.process());
    return query;
  }

  /** Deletes the lease, no matter who holds it. */
  public void revoke(String name) {
    database
        .createNativeMutationQuery("delete from lease where name = ?1")
        .setParameter(1, name)
        .executeUpdate();
  }
}
