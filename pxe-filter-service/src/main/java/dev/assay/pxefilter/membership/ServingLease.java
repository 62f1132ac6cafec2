package dev.assay.pxefilter.membership;

import dev.assay.lease.Lease;
import dev.assay.lease.LeaseTable;
import dev.assay.pxefilter.filter.Permit;
import dev.assay.pxefilter.reconcile.BootControl;
import dev.assay.registration.PxeFilterReport.State;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The lease that makes a filter the active one of its network. The permit to let machines boot ends
 * before the lease does. Used by the thread of the heartbeat; others may ask for the {@link
 * #standing}. Source: spec pxe-filter.md 7.
 */
final class ServingLease {
  private static final Logger LOG = Logger.getLogger(ServingLease.class);

  private final LeaseTable leases;
  private final String name;
  private final String holder;
  private final Duration ttl;
  private final boolean failOpen;
  private final Permit permit;
  private final BootControl control;
  private final Clock clock;

  private @Nullable Lease lease;

  /** Until then nobody else can have acquired the lease, as {@link System#nanoTime}. */
  private long safeUntil;

  private boolean started;
  private volatile Standing standing;

  /** The filter's state, why it is closed, and since when it is in this state. */
  record Standing(State state, Optional<String> reason, Instant since) {}

  /**
   * Nothing is acquired yet.
   *
   * @param name of the lease
   * @param ttl how long it lasts without being renewed
   */
  ServingLease(
      LeaseTable leases,
      String name,
      String holder,
      Duration ttl,
      boolean failOpen,
      Permit permit,
      BootControl control,
      Clock clock) {
    this.leases = leases;
    this.name = name;
    this.holder = holder;
    this.ttl = ttl;
    this.failOpen = failOpen;
    this.permit = permit;
    this.control = control;
    this.clock = clock;
    this.standing =
        new Standing(State.CLOSED, Optional.of("The filter has just started."), clock.instant());
  }

  Standing standing() {
    return standing;
  }

  /** Acquires or renews the lease if the filter is fit to serve; else gives it up. */
  void renew(Connection connection) throws SQLException {
    var begun = System.nanoTime();
    if (!started) {
      leases.start(connection, holder); // an earlier process of this name is gone
      started = true;
    }
    var unfit = control.unfit();
    boolean had = lease != null;
    boolean held = lease != null && keep(connection, lease, unfit);
    if (lease == null && (unfit.isEmpty() || (had && failOpen))) {
      lease = leases.acquire(connection, name, holder, ttl).orElse(null);
      held = lease != null;
    }
    var active = lease != null && (unfit.isEmpty() || failOpen);
    if (!active) {
      permit.revoke();
    } else if (held) {
      grant(begun);
    }
    control.permitChanged();
    if (active) {
      enter(State.ACTIVE, Optional.empty());
    } else {
      enter(unfit.isEmpty() ? State.STANDBY : State.CLOSED, unfit);
    }
  }

  /**
   * Renews the lease of a fit filter; false when it was not renewed this time. That happens when a
   * standby just looks at it, whose statement locks the row. Before {@link #safeUntil} it cannot be
   * lost.
   */
  private boolean keep(Connection connection, Lease held, Optional<String> unfit)
      throws SQLException {
    if (unfit.isPresent() && !failOpen) {
      permit.revoke();
      control.permitChanged();
      resign(connection);
      return false;
    }
    var renewed = LeaseTable.renew(connection, List.of(held), ttl).contains(held.epoch());
    if (!renewed && safeUntil - System.nanoTime() < 0) {
      lease = null;
    }
    return renewed;
  }

  /** Lets machines boot for a little less than the lease lasts, counted from {@code begun}. */
  private void grant(long begun) {
    safeUntil = begun + ttl.minus(ttl.dividedBy(8)).toNanos();
    if (failOpen) {
      permit.grantUnlimited();
    } else {
      permit.grant(safeUntil);
    }
  }

  /** To be called when the database cannot be asked: the permit expires when this goes on. */
  void databaseAway() {
    if (!permit.isValid()) {
      lease = null;
      enter(State.CLOSED, Optional.of("The database is away."));
    }
  }

  /**
   * Releases the lease, for another filter to acquire it at once. While machines may still be able
   * to boot here, it is left to expire.
   */
  void resign(Connection connection) throws SQLException {
    if (lease != null && (failOpen || !control.isOpen())) {
      LeaseTable.release(connection, lease);
      lease = null;
    }
  }

  private void enter(State state, Optional<String> reason) {
    var before = standing;
    if (before.state() != state) {
      LOG.infof(
          "PXE filter: %s%s",
          state.name().toLowerCase(Locale.ROOT), reason.map(why -> ", " + why).orElse(""));
      standing = new Standing(state, reason, clock.instant());
    } else if (!before.reason().equals(reason)) {
      standing = new Standing(state, reason, before.since());
    }
  }
}
