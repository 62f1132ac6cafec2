package dev.assay.lease;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import org.hibernate.Session;

/**
 * The one lease primitive: holder, epoch and expiry, changed by compare-and-set, by the clock of
 * the database. Every method joins the caller's transaction. Source: design 2.
 */
@ApplicationScoped
public class Leases {
  private final Session database;

  Leases(Session database) {
    this.database = database;
  }

  /**
   * Takes the lease when nobody holds it or its holder let it expire; else empty. Own transaction
   * only, whose commit does not wait for the disk: a lease that a crash of the database forgets was
   * never worked under.
   */
  public Optional<Lease> acquire(String name, String holder, Duration ttl) {
    return database
        .createNativeQuery(
            """
            insert into lease as l (name, holder, epoch, expires_at)
            select ?1, ?2, nextval('lease_epoch'), clock_timestamp() + ?3 * interval '1 ms'
            from set_config('synchronous_commit', 'off', true)
            on conflict (name) do update
            set holder = excluded.holder, epoch = excluded.epoch, expires_at = excluded.expires_at
            where l.expires_at <= clock_timestamp()
            returning epoch, (xmax <> 0)
            """,
            Object[].class)
        .setParameter(1, name)
        .setParameter(2, holder)
        .setParameter(3, ttl.toMillis())
        .getResultStream()
        .findFirst()
        .map(row -> new Lease(name, holder, ((Number) row[0]).longValue(), (Boolean) row[1]));
  }

  /** Who holds the lease now; empty when nobody does. */
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

  /** True when the lease was neither taken by another nor has it expired; locks nothing. */
  public boolean isHeld(Lease lease) {
    return database
        .createNativeQuery(
            """
            select 1 from lease
            where name = ?1 and epoch = ?2 and expires_at > clock_timestamp()
            """,
            Object[].class)
        .setParameter(1, lease.name())
        .setParameter(2, lease.epoch())
        .getResultStream()
        .findFirst()
        .isPresent();
  }

  /**
   * True when no one took the lease since; it then cannot be taken before this transaction ends.
   * The fence: a holder that was paused or cut off gets false and writes nothing.
   */
  public boolean stillHeld(Lease lease) {
    return database
        .createNativeQuery(
            "select 1 from lease where name = ?1 and epoch = ?2 for update", Object[].class)
        .setParameter(1, lease.name())
        .setParameter(2, lease.epoch())
        .getResultStream()
        .findFirst()
        .isPresent();
  }

  /** Extends those of {@code epochs} that still stand; the number of them. */
  public int renew(Collection<Long> epochs, Duration ttl) {
    return database
        .createNativeMutationQuery(
            """
            update lease set expires_at = clock_timestamp() + ?2 * interval '1 ms'
            where epoch = any(?1)
            """)
        .setParameter(1, epochs.toArray(Long[]::new))
        .setParameter(2, ttl.toMillis())
        .executeUpdate();
  }

  /** Gives the lease back; false, and no effect, when it was taken by another meanwhile. */
  public boolean release(Lease lease) {
    return database
            .createNativeMutationQuery("delete from lease where name = ?1 and epoch = ?2")
            .setParameter(1, lease.name())
            .setParameter(2, lease.epoch())
            .executeUpdate()
        == 1;
  }

  /** Ends the lease, whoever holds it. */
  public void revoke(String name) {
    database
        .createNativeMutationQuery("delete from lease where name = ?1")
        .setParameter(1, name)
        .executeUpdate();
  }

  /**
   * Lets every lease of {@code holder} expire now: it has just started, so whatever held them under
   * this name is gone. The rows stay, so that the next holder knows it takes over.
   */
  public int expireAll(String holder) {
    return database
        .createNativeMutationQuery(
            "update lease set expires_at = clock_timestamp() where holder = ?1")
        .setParameter(1, holder)
        .executeUpdate();
  }
}
