package dev.assay.conductor.membership;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.connection.DatabaseOutage;
import dev.assay.connection.OwnConnection;
import dev.assay.lease.Lease;
import dev.assay.lease.LeaseTable;
import dev.assay.lease.Leases;
import dev.assay.liveness.Loops;
import dev.assay.registration.ConductorConfig;
import dev.assay.registration.Conductors;
import io.agroal.api.AgroalDataSource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Registers this conductor among the others at startup and ends the registration at shutdown. In
 * between, one heartbeat over its own connection renews the registration and every lease that the
 * conductor works under. Source: docs/decisions/0002.
 */
@ApplicationScoped
public class ConductorRegistration {
  private static final Logger LOG = Logger.getLogger(ConductorRegistration.class);

  private final Conductors conductors;
  private final Leases leases;
  private final LeaseTable leaseTable;
  private final Event<ConductorsDied> died;
  private final Drivers drivers;
  private final ConductorConfig config;
  private final AgroalDataSource database;
  private final DatabaseOutage outage;
  private final Loops loops;
  private final String name;

  /** The leases of current work, and when each is to be renewed, by {@link System#nanoTime}. */
  private final Map<Lease, Long> working = new ConcurrentHashMap<>();

  /**
   * Since when every heartbeat has succeeded, as {@link System#nanoTime}; null after a failure.
   * Used by the thread of the heartbeat.
   */
  private @Nullable Long steadySince;

  private final CountDownLatch stopped = new CountDownLatch(1);
  private @Nullable Thread heartbeatThread;

  ConductorRegistration(
      Conductors conductors,
      Leases leases,
      LeaseTable leaseTable,
      Event<ConductorsDied> died,
      Drivers drivers,
      ConductorConfig config,
      AgroalDataSource database,
      DatabaseOutage outage,
      Loops loops) {
    this.conductors = conductors;
    this.leases = leases;
    this.leaseTable = leaseTable;
    this.died = died;
    this.drivers = drivers;
    this.config = config;
    this.database = database;
    this.outage = outage;
    this.loops = loops;
    this.name = config.host().orElseGet(ConductorRegistration::hostName);
    if (config.heartbeatInterval().multipliedBy(2).compareTo(config.heartbeatTimeout()) > 0) {
      throw new IllegalArgumentException(
          "assay.conductor.heartbeat-timeout (%s) must be at least twice heartbeat-interval (%s)"
              .formatted(config.heartbeatTimeout(), config.heartbeatInterval()));
    }
  }

  /** This conductor's name, as the API shows it and as the holder of its leases. */
  public String name() {
    return name;
  }

  /**
   * Renews the lease until {@link #ended} is called. A lease that could not be released, because
   * the database was unavailable, is not renewed any more and expires.
   */
  public void working(Lease lease) {
    working.put(lease, nextRenewal());
  }

  /** Stops renewing the lease: the work under it is over. */
  public void ended(Lease lease) {
    working.remove(lease);
  }

  /** How long leases and the registration stay valid without a heartbeat. */
  public Duration ttl() {
    return config.heartbeatTimeout();
  }

  /**
   * Registers before any command is consumed, and releases what a former process of this name held.
   */
  void join(@Observes @Priority(100) StartupEvent started) {
    outage.await(() -> QuarkusTransaction.requiringNew().run(this::begin));
    LOG.infof("Conductor %s serves %s.", name, config.enabledHardwareTypes());
    heartbeatThread = Thread.ofPlatform().daemon().name("heartbeat").start(this::beat);
  }

  void leave(@Observes @Priority(5000) ShutdownEvent ended) throws InterruptedException {
    stopped.countDown();
    if (heartbeatThread != null) {
      heartbeatThread.join(Duration.ofSeconds(5));
    }
    QuarkusTransaction.requiringNew().run(() -> conductors.leave(name));
  }

  private void begin() {
    leases.start(name);
    register();
  }

  private void register() {
    conductors.register(
        name,
        config.conductorGroup().orElse("").toLowerCase(Locale.ROOT),
        drivers.descriptions(),
        config.heartbeatTimeout());
  }

  private void beat() {
    var loop = loops.add("heartbeat", ttl().multipliedBy(10));
    try (var connection =
        new OwnConnection(
            database, stepTimeout(), "set synchronous_commit = off; " + leaseTable.presence())) {
      while (!stopped.await(config.heartbeatInterval().toMillis(), TimeUnit.MILLISECONDS)) {
        loop.turn();
        try {
          connection.run(this::renew);
          connection.run(this::takeOver);
        } catch (Throwable e) { // if this thread ended, others would take it for dead
          steadySince = null;
          loop.survive(e);
          if (!outage.explains(e)) {
            LOG.warn("The database did not take the heartbeat; trying again.", e);
          }
        }
      }
      loop.end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The timeout for one step: long enough for a slow database, short enough for a second attempt in
   * time.
   */
  private Duration stepTimeout() {
    return ttl().minus(config.heartbeatInterval()).dividedBy(2);
  }

  private void renew(Connection connection) throws SQLException {
    if (!Conductors.heartbeat(connection, name, ttl())) {
      QuarkusTransaction.requiringNew().run(this::register);
    }
    var now = System.nanoTime();
    var due =
        working.entrySet().stream()
            .filter(entry -> entry.getValue() - now <= 0)
            .map(Map.Entry::getKey)
            .toList();
    var renewed = LeaseTable.renew(connection, due, ttl());
    var next = nextRenewal();
    due.stream()
        .filter(lease -> renewed.contains(lease.epoch()))
        .forEach(lease -> working.computeIfPresent(lease, (_, _) -> next));
  }

  /**
   * Ends the leases of conductors that were killed, and has their work done here or elsewhere. Not
   * soon after an outage of the database, in which all connections ended: the others must have had
   * time to open theirs again.
   */
  private void takeOver(Connection connection) throws SQLException {
    var now = System.nanoTime();
    if (steadySince == null) {
      steadySince = now;
    }
    // A living conductor whose connection was ended has another one after two heartbeats.
    var silence = config.heartbeatInterval().multipliedBy(5).dividedBy(2);
    if (now - steadySince < silence.toNanos()) {
      return;
    }
    var dead = leaseTable.expireDead(connection, silence);
    if (!dead.isEmpty()) {
      LOG.warnf("Conductors that died: %s. Their work is taken over.", dead);
      var _ = died.fireAsync(new ConductorsDied(dead));
    }
  }

  /**
   * Early enough that one or two heartbeats may fail, late enough that short work needs no renewal.
   */
  private long nextRenewal() {
    return System.nanoTime() + ttl().dividedBy(3).toNanos();
  }

  private static String hostName() {
    try {
      return java.net.InetAddress.getLocalHost().getHostName();
    } catch (java.net.UnknownHostException e) {
      throw new IllegalStateException(
          "The name of this host cannot be determined: set assay.conductor.host to a unique name.",
          e);
    }
  }
}
