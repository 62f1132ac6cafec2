package dev.assay.conductor.membership;

import dev.assay.conductor.ConductorConfig;
import dev.assay.conductor.Conductors;
import dev.assay.conductor.hardware.Drivers;
import dev.assay.lease.Leases;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * This conductor among the others: registered at start, alive as long as it says so, gone on
 * purpose at the end. One heartbeat renews the registration and every lease it works under.
 */
@ApplicationScoped
public class Membership {
  private static final Logger LOG = Logger.getLogger(Membership.class);

  private final Conductors conductors;
  private final Leases leases;
  private final Drivers drivers;
  private final ConductorConfig config;
  private final String name;
  private final Set<Long> working = ConcurrentHashMap.newKeySet();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private @Nullable Thread heart;

  Membership(Conductors conductors, Leases leases, Drivers drivers, ConductorConfig config) {
    this.conductors = conductors;
    this.leases = leases;
    this.drivers = drivers;
    this.config = config;
    this.name = config.host().orElseGet(Membership::hostName);
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
   * Renews the lease with this epoch until {@link #ended}. One that could not be given back,
   * because the database was away, is not renewed any more and expires by itself.
   */
  public void working(long epoch) {
    working.add(epoch);
  }

  /** The work under the lease with this epoch is over. */
  public void ended(long epoch) {
    working.remove(epoch);
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
              leases.expireAll(name);
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
    try {
      while (!stopped.await(config.heartbeatInterval().toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          QuarkusTransaction.requiringNew().run(this::renew);
        } catch (RuntimeException e) {
          LOG.warn("The database did not take the heartbeat; trying again.", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void renew() {
    if (!conductors.heartbeat(name, config.heartbeatTimeout())) {
      register();
    }
    if (!working.isEmpty()) {
      leases.renew(working, config.heartbeatTimeout());
    }
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
