package dev.assay.conductor.membership;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.lease.Lease;
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
 * This conductor among the others: registered at start, alive as long as it says so, gone on
 * purpose at the end. One heartbeat renews the registration and every lease it works under, over a
 * connection of its own. Source: docs/decisions/0002.
 */
@ApplicationScoped
public class ConductorRegistration {
  private static final Logger LOG = Logger.getLogger(ConductorRegistration.class);

  private final Conductors conductors;
  private final Leases leases;
  private final Drivers drivers;
  private final ConductorConfig config;
  private final AgroalDataSource database;
  private final Loops loops;
  private final String name;

  /** The leases of work under way, and when each is to be renewed, by {@link System#nanoTime}. */
  private final Map<Lease, Long> working = new ConcurrentHashMap<>();

  private final CountDownLatch stopped = new CountDownLatch(1);
  private @Nullable Thread heart;

  ConductorRegistration(
      Conductors conductors,
      Leases leases,
      Drivers drivers,
      ConductorConfig config,
      AgroalDataSource database,
      Loops loops) {
    this.conductors = conductors;
    this.leases = leases;
    this.drivers = drivers;
    this.config = config;
    this.database = database;
    this.loops = loops;
    this.name = config.host().orElseGet(ConductorRegistration::hostName);
    if (config.heartbeatInterval().multipliedBy(2).compareTo(config.heartbeatTimeout()) > 0) {
      throw new IllegalArgumentException(
          "assay.conductor.heartbeat-timeout (%s) must be at least twice heartbeat-interval (%s)"
              .formatted(config.heartbeatTimeout(), config.heartbeatInterval()));
    }
  }

  /** As the API shows it, and the holder of this conductor's leases. */
  public String name() {
    return name;
  }

  /**
   * Renews the lease until {@link #ended}. One that could not be given back, because the database
   * was away, is not renewed any more and expires by itself.
   */
  public void working(Lease lease) {
    working.put(lease, nextRenewal());
  }

  /** The work under the lease is over. */
  public void ended(Lease lease) {
    working.remove(lease);
  }

  /** How long leases and registration stand without a heartbeat. */
  public Duration ttl() {
    return config.heartbeatTimeout();
  }

  /** Before any command is taken: what a former process of this name held is free again. */
  void join(@Observes @Priority(100) StartupEvent started) {
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              leases.start(name);
              register();
            });
    LOG.infof("Conductor %s serves %s.", name, config.enabledHardwareTypes());
    heart = Thread.ofPlatform().daemon().name("heartbeat").start(this::beat);
  }

  void leave(@Observes @Priority(5000) ShutdownEvent ended) throws InterruptedException {
    stopped.countDown();
    if (heart != null) {
      heart.join(Duration.ofSeconds(5));
    }
    QuarkusTransaction.requiringNew().run(() -> conductors.leave(name));
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
    try (var connection = new HeartbeatConnection(database, patience())) {
      while (!stopped.await(config.heartbeatInterval().toMillis(), TimeUnit.MILLISECONDS)) {
        loop.turn();
        try {
          connection.run(this::renew);
        } catch (Throwable e) { // without this thread the conductor would be dead for the others
          loop.survive(e);
          LOG.warn("The database did not take the heartbeat; trying again.", e);
        }
      }
      loop.end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** So long that a slow database is no dead one, and so short that a second try comes in time. */
  private Duration patience() {
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
    var renewed = Leases.renew(connection, due, ttl());
    var next = nextRenewal();
    due.stream()
        .filter(lease -> renewed.contains(lease.epoch()))
        .forEach(lease -> working.computeIfPresent(lease, (_, _) -> next));
  }

  /** Early enough that a turn or two may miss it, late enough that short work needs none. */
  private long nextRenewal() {
    return System.nanoTime() + ttl().dividedBy(3).toNanos();
  }

  private static String hostName() {
    try {
      return java.net.InetAddress.getLocalHost().getHostName();
    } catch (java.net.UnknownHostException e) {
      throw new IllegalStateException(
          "This host's name cannot be found: set assay.conductor.host to a name of its own.", e);
    }
  }
}
