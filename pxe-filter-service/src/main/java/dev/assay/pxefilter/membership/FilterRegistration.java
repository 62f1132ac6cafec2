package dev.assay.pxefilter.membership;

import dev.assay.bootaccess.AccessPolicy;
import dev.assay.connection.DatabaseOutage;
import dev.assay.connection.OwnConnection;
import dev.assay.discovery.AutoDiscoveryConfig;
import dev.assay.id.MacAddress;
import dev.assay.lease.LeaseTable;
import dev.assay.liveness.Loops;
import dev.assay.pxefilter.filter.Permit;
import dev.assay.pxefilter.infiniband.GatewayAddresses;
import dev.assay.pxefilter.reconcile.BootControl;
import dev.assay.pxefilter.reconcile.FilterLoop;
import dev.assay.registration.PxeFilterReport;
import dev.assay.registration.PxeFilterReport.State;
import dev.assay.registration.PxeFilters;
import dev.assay.time.RepeatedMessages;
import io.agroal.api.AgroalDataSource;
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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * This PXE filter: starts and stops what it consists of, registers it in the database, and renews
 * registration and lease by a heartbeat over a connection of its own. With driver noop only the
 * registration remains. Source: spec pxe-filter.md 1 and 7.
 */
@ApplicationScoped
public class FilterRegistration {
  private static final Logger LOG = Logger.getLogger(FilterRegistration.class);
  private static final Path NETWORK_INTERFACES = Path.of("/sys/class/net");
  private static final Duration LONGEST_PERIOD = Duration.ofSeconds(30);
  private static final Duration READ_LIMIT = Duration.ofSeconds(10);

  private final LeaseTable leases;
  private final PxeFilterConfig config;
  private final AgroalDataSource database;
  private final DatabaseOutage outage;
  private final Loops loops;
  private final String name;
  private final AccessPolicy policy;
  private final Optional<Working> working;
  private final ServingLease.Standing noop;
  private final RepeatedMessages repeated = new RepeatedMessages();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private @Nullable Thread heartbeatThread;

  /** What a filter with a driver consists of. */
  private record Working(BootControl control, ServingLease lease) {}

  FilterRegistration(
      LeaseTable leases,
      PxeFilterConfig config,
      AutoDiscoveryConfig discovery,
      AgroalDataSource database,
      DatabaseOutage outage,
      Loops loops,
      Clock clock) {
    this.leases = leases;
    this.config = config;
    this.database = database;
    this.outage = outage;
    this.loops = loops;
    this.name = config.host().orElseGet(FilterRegistration::hostName);
    requireSensible(config);
    this.policy =
        new AccessPolicy(
            config.supportedInspectInterfaces(),
            config.conductorGroup().map(it -> it.toLowerCase(Locale.ROOT)).orElse(null),
            config.unknownHosts(),
            discovery.enabled());
    this.noop = new ServingLease.Standing(State.NOOP, Optional.empty(), clock.instant());
    this.working =
        config.driver() == PxeFilterConfig.Driver.NOOP
            ? Optional.empty()
            : Optional.of(working(clock));
  }

  private Working working(Clock clock) {
    var permit = new Permit();
    var gateways = config.ethoibInterfaces().orElse(List.of());
    var control =
        new BootControl(
            ChosenFilter.of(config),
            permit,
            new BootControl.Settings(
                policy, config.syncPeriod(), config.heartbeatTimeout(), config.failOpen()),
            () -> GatewayAddresses.read(gateways, NETWORK_INTERFACES),
            new OwnConnection(
                database, READ_LIMIT, "set enable_seqscan = on; set plan_cache_mode = auto"),
            outage::explains,
            loops,
            clock);
    var group = Optional.ofNullable(policy.conductorGroup()).orElse("");
    return new Working(
        control,
        new ServingLease(
            leases,
            "pxe-filter/%s/%s".formatted(config.network(), group),
            holder(),
            config.heartbeatTimeout(),
            config.failOpen(),
            permit,
            control,
            clock));
  }

  private static void requireSensible(PxeFilterConfig config) {
    if (config.heartbeatInterval().multipliedBy(3).compareTo(config.heartbeatTimeout()) > 0) {
      throw new IllegalStateException(
          "assay.pxe-filter.heartbeat-timeout (%s) must be at least three times heartbeat-interval (%s)."
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

  void join(@Observes @Priority(100) StartupEvent started) {
    working.ifPresent(it -> it.control().start());
    heartbeatThread = Thread.ofPlatform().daemon().name("pxe-filter-heartbeat").start(this::beat);
    LOG.infof(
        "PXE filter %s controls network %s with driver %s.", name, config.network(), driver());
  }

  /** Denies everyone before another filter takes over. */
  void leave(@Observes @Priority(5000) ShutdownEvent ended) throws InterruptedException {
    if (working.isPresent()) {
      working.get().control().stop();
    }
    stopped.countDown(); // only now the lease may be released
    if (heartbeatThread != null) {
      heartbeatThread.join(Duration.ofSeconds(5));
    }
  }

  /** Looks at these addresses, which were announced. */
  public void announced(List<MacAddress> addresses) {
    working.ifPresent(it -> it.control().announced(addresses));
  }

  /** Announcements arrive from now on. */
  public void subscribed() {
    working.ifPresent(it -> it.control().subscribed());
  }

  /** No announcement arrives any more. */
  public void unsubscribed() {
    working.ifPresent(it -> it.control().unsubscribed());
  }

  private void beat() {
    var loop = loops.add("pxe-filter-heartbeat", config.heartbeatTimeout().multipliedBy(20));
    var limit = config.heartbeatTimeout().minus(config.heartbeatInterval()).dividedBy(2);
    try (var connection = new OwnConnection(database, limit, "set synchronous_commit = on")) {
      do {
        loop.turn();
        try {
          connection.run(this::renew);
          if (repeated.clear()) {
            LOG.info("The database takes the PXE filter's heartbeat again.");
          }
        } catch (Throwable e) { // if this thread ended, the filter would never be active again
          loop.survive(e);
          failed(e);
        }
      } while (!stopped.await(pause().toMillis(), TimeUnit.MILLISECONDS));
      loop.end();
      connection.run(this::leave);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException e) {
      LOG.warnf("The lease of the PXE filter could not be released, and expires: %s", e);
    }
  }

  /** A filter that waits to become the active one looks more often. */
  private Duration pause() {
    return switch (standing().state()) {
      case ACTIVE, NOOP -> config.heartbeatInterval();
      case STANDBY, CLOSED -> config.heartbeatInterval().dividedBy(4);
    };
  }

  private void renew(Connection connection) throws SQLException {
    if (working.isPresent()) {
      working.get().lease().renew(connection);
    }
    PxeFilters.register(connection, name, report(), config.heartbeatTimeout());
  }

  private void failed(Throwable e) {
    if (!outage.explains(e) && repeated.isDue("heartbeat")) {
      LOG.warnf(
          "The database did not take the PXE filter's heartbeat, which is tried again every %d ms: %s",
          config.heartbeatInterval().toMillis(), e);
    }
    working.ifPresent(it -> it.lease().databaseAway());
  }

  private void leave(Connection connection) throws SQLException {
    if (working.isPresent()) {
      working.get().lease().resign(connection);
    }
    PxeFilters.forget(connection, name);
  }

  private ServingLease.Standing standing() {
    return working.map(it -> it.lease().standing()).orElse(noop);
  }

  /** What this filter says about itself now. */
  public PxeFilterReport report() {
    var standing = standing();
    var now = working.map(it -> it.control().status()).orElse(FilterLoop.Status.STARTING);
    return new PxeFilterReport(
        config.network(),
        driver(),
        standing.state(),
        standing.reason().orElse(null),
        policy,
        standing.since(),
        now.allowed(),
        now.denied(),
        now.unknownAllowed(),
        now.reconciledAt(),
        now.drift(),
        now.driftTotal(),
        now.warning().orElse(null));
  }

  private String driver() {
    return config.driver().name().toLowerCase(Locale.ROOT);
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
