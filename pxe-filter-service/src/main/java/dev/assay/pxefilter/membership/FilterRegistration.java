package dev.assay.pxefilter.membership;

import dev.assay.bootaccess.AccessPolicy;
import dev.assay.connection.OwnConnection;
import dev.assay.discovery.AutoDiscoveryConfig;
import dev.assay.id.MacAddress;
import dev.assay.lease.Lease;
import dev.assay.lease.Leases;
import dev.assay.liveness.Loops;
import dev.assay.pxefilter.filter.Permit;
import dev.assay.pxefilter.infiniband.GatewayAddresses;
import dev.assay.pxefilter.reconcile.BootControl;
import dev.assay.registration.PxeFilterReport;
import dev.assay.registration.PxeFilterReport.State;
import dev.assay.registration.PxeFilters;
import dev.assay.time.RepeatedMessages;
import io.agroal.api.AgroalDataSource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Registers this PXE filter, and makes it the active one of its network when no other is: one
 * heartbeat over a connection of its own renews the registration and the lease. The permit to let
 * machines boot ends before the lease does. Source: spec pxe-filter.md 7.
 */
@ApplicationScoped
public class FilterRegistration {
  private static final Logger LOG = Logger.getLogger(FilterRegistration.class);
  private static final Path NETWORK_INTERFACES = Path.of("/sys/class/net");
  private static final Duration LONGEST_PERIOD = Duration.ofSeconds(30);
  private static final Duration READ_LIMIT = Duration.ofSeconds(10);

  private final Leases leases;
  private final PxeFilterConfig config;
  private final AgroalDataSource database;
  private final Loops loops;
  private final Clock clock;
  private final String name;
  private final AccessPolicy policy;
  private final Permit permit = new Permit();
  private final BootControl control;
  private final RepeatedMessages repeated = new RepeatedMessages();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private @Nullable Thread heartbeatThread;

  private @Nullable Lease lease;
  private volatile State state;
  private volatile Optional<String> unfit = Optional.of("The filter has just started.");
  private volatile Instant stateSince;

  FilterRegistration(
      Leases leases,
      PxeFilterConfig config,
      AutoDiscoveryConfig discovery,
      AgroalDataSource database,
      Loops loops,
      Clock clock) {
    this.leases = leases;
    this.config = config;
    this.database = database;
    this.loops = loops;
    this.clock = clock;
    this.name = config.host().orElseGet(FilterRegistration::hostName);
    requireSensible(config);
    this.policy =
        new AccessPolicy(
            config.supportedInspectInterfaces(),
            config.conductorGroup().map(it -> it.toLowerCase(Locale.ROOT)).orElse(null),
            config.unknownHosts(),
            discovery.enabled());
    this.state = isNoop() ? State.NOOP : State.CLOSED;
    this.stateSince = clock.instant();
    var gateways = config.ethoibInterfaces().orElse(List.of());
    this.control =
        new BootControl(
            ChosenFilter.of(config),
            permit,
            new BootControl.Settings(
                policy, config.syncPeriod(), config.heartbeatTimeout(), config.failOpen()),
            () -> GatewayAddresses.read(gateways, NETWORK_INTERFACES),
            new OwnConnection(
                database, READ_LIMIT, "set enable_seqscan = on; set plan_cache_mode = auto"),
            loops,
            clock);
  }

  private static void requireSensible(PxeFilterConfig config) {
    if (config.heartbeatInterval().multipliedBy(2).compareTo(config.heartbeatTimeout()) > 0) {
      throw new IllegalStateException(
          "assay.pxe-filter.heartbeat-timeout (%s) must be at least twice heartbeat-interval (%s)."
              .formatted(config.heartbeatTimeout(), config.heartbeatInterval()));
    }
    if (config.syncPeriod().isNegative() || config.syncPeriod().compareTo(LONGEST_PERIOD) > 0) {
      throw new IllegalStateException(
          "assay.pxe-filter.sync-period is %s: it must be from 0 to 30 seconds."
              .formatted(config.syncPeriod()));
    }
    if (!config.network().matches("[A-Za-z0-9_.-]{1,40}")) {
      throw new IllegalStateException(
          "assay.pxe-filter.network is '%s': use up to 40 letters, digits, '_', '.' and '-'."
              .formatted(config.network()));
    }
  }

  private boolean isNoop() {
    return config.driver() == PxeFilterConfig.Driver.NOOP;
  }

  void join(@Observes @Priority(100) StartupEvent started) {
    QuarkusTransaction.requiringNew().run(() -> leases.start(holder()));
    if (!isNoop()) {
      control.start();
    }
    heartbeatThread = Thread.ofPlatform().daemon().name("pxe-filter-heartbeat").start(this::beat);
    LOG.infof(
        "PXE filter %s controls network %s with driver %s.", name, config.network(), driver());
  }

  /** Denies everyone before another filter takes over. */
  void leave(@Observes @Priority(5000) ShutdownEvent ended) throws InterruptedException {
    stopped.countDown();
    if (!isNoop()) {
      control.stop();
    }
    if (heartbeatThread != null) {
      heartbeatThread.join(Duration.ofSeconds(5));
    }
  }

  /** Looks at these addresses, which were announced. */
  public void announced(List<MacAddress> addresses) {
    control.announced(addresses);
  }

  /** Announcements arrive from now on. */
  public void subscribed() {
    control.subscribed();
  }

  /** No announcement arrives any more. */
  public void unsubscribed() {
    control.unsubscribed();
  }

  private void beat() {
    var loop = loops.add("pxe-filter-heartbeat", config.heartbeatTimeout().multipliedBy(20));
    var limit = config.heartbeatTimeout().minus(config.heartbeatInterval()).dividedBy(2);
    try (var connection = new OwnConnection(database, limit, "set synchronous_commit = off")) {
      do {
        loop.turn();
        try {
          connection.run(this::renew);
          if (repeated.clear()) {
            LOG.info("The database takes the PXE filter's heartbeat again.");
          }
        } catch (Throwable e) { // if this thread ended, the filter would never be active again
          loop.survive(e);
          lost(e);
        }
      } while (!stopped.await(pause().toMillis(), TimeUnit.MILLISECONDS));
      loop.end();
      connection.run(this::resign);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException e) {
      LOG.warnf("The lease of the PXE filter could not be released, and expires: %s", e);
    }
  }

  /** A filter that waits for another's lease to expire looks more often. */
  private Duration pause() {
    return state == State.STANDBY
        ? config.heartbeatInterval().dividedBy(2)
        : config.heartbeatInterval();
  }

  private void renew(Connection connection) throws SQLException {
    var begun = System.nanoTime();
    if (!isNoop()) {
      unfit = control.unfit();
      if (lease == null) {
        acquire(connection);
      } else {
        keep(connection, lease);
      }
      permit(begun);
    }
    PxeFilters.register(connection, name, report(), config.heartbeatTimeout());
  }

  private void acquire(Connection connection) throws SQLException {
    if (unfit.isEmpty()) {
      lease =
          leases.acquire(connection, leaseName(), holder(), config.heartbeatTimeout()).orElse(null);
    }
  }

  private void keep(Connection connection, Lease held) throws SQLException {
    if (unfit.isPresent() && !config.failOpen()) {
      permit.revoke();
      control.permitChanged();
      if (!control.status().open()) { // else it expires, when everyone is denied for sure
        Leases.release(connection, held);
        lease = null;
      }
    } else if (!Leases.renew(connection, List.of(held), config.heartbeatTimeout())
        .contains(held.epoch())) {
      lease = null;
    }
  }

  /** Lets machines boot for as long as the lease lasts from the moment {@code begun}, or not. */
  private void permit(long begun) {
    var active = lease != null && (unfit.isEmpty() || config.failOpen());
    if (!active) {
      permit.revoke();
    } else if (config.failOpen()) {
      permit.grantUnlimited();
    } else {
      var margin = config.heartbeatTimeout().dividedBy(8);
      permit.grant(begun + config.heartbeatTimeout().minus(margin).toNanos());
    }
    control.permitChanged();
    if (active) {
      enter(State.ACTIVE);
    } else {
      enter(unfit.isEmpty() ? State.STANDBY : State.CLOSED);
    }
  }

  /** The permit expires by itself when this goes on. */
  private void lost(Throwable e) {
    if (repeated.isDue("heartbeat")) {
      LOG.warnf(
          "The database did not take the PXE filter's heartbeat, which is tried again every %d ms: %s",
          config.heartbeatInterval().toMillis(), e);
    }
    if (!isNoop() && !permit.isValid()) {
      lease = null;
      unfit = Optional.of("The database is away.");
      enter(State.CLOSED);
    }
  }

  private void resign(Connection connection) throws SQLException {
    if (lease != null) {
      Leases.release(connection, lease);
      lease = null;
    }
    PxeFilters.forget(connection, name);
  }

  private void enter(State next) {
    if (state != next) {
      LOG.infof(
          "PXE filter %s is %s%s",
          name, next.name().toLowerCase(Locale.ROOT), unfit.map(why -> ": " + why).orElse("."));
      state = next;
      stateSince = clock.instant();
    }
  }

  private PxeFilterReport report() {
    var now = control.status();
    return new PxeFilterReport(
        config.network(),
        driver(),
        state,
        state == State.CLOSED ? unfit.orElse(null) : null,
        policy,
        stateSince,
        now.allowed(),
        now.denied(),
        now.unknownAllowed(),
        now.reconciledAt(),
        now.drift(),
        now.driftTotal(),
        now.warning().orElse(null));
  }

  /** What this filter says about itself now. */
  public PxeFilterReport current() {
    return report();
  }

  private String driver() {
    return config.driver().name().toLowerCase(Locale.ROOT);
  }

  private String leaseName() {
    return "pxe-filter/%s/%s".formatted(config.network(), String.valueOf(policy.conductorGroup()));
  }

  /**
   * Distinct from a conductor of the same host, whose leases a start of the filter must not end.
   */
  private String holder() {
    return "pxe-filter " + name;
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      throw new IllegalStateException(
          "The name of this host cannot be determined: set assay.pxe-filter.host to a unique name.",
          e);
    }
  }
}
