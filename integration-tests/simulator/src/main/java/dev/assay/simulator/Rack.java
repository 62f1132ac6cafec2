package dev.assay.simulator;

import dev.assay.simulator.bmc.BmcCertificate;
import dev.assay.simulator.bmc.BmcServer;
import dev.assay.simulator.hardware.Hardware;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineListener;
import dev.assay.simulator.ramdisk.Ramdisk;
import dev.assay.simulator.ramdisk.RamdiskSettings;
import dev.assay.simulator.ramdisk.Sleep;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs simulated machines in this process: their BMCs have ports of their own, and each machine has
 * a ramdisk that runs when it boots from the network. Nothing listens before {@link #start}.
 */
public final class Rack implements AutoCloseable {
  private static final int EVENT_LOOPS = 2;
  private static final long START_SECONDS = 60;

  private final RackPlan plan;
  private final ExecutorService clientThreads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client;
  private final List<Machine> machines;
  private @Nullable Vertx vertx;
  private @Nullable BmcCertificate certificate;

  private Rack(RackPlan plan, MachineListener listener) {
    this.plan = plan;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(plan.requestTimeout())
            .executor(clientThreads)
            .build();
    this.machines = machines(listener);
  }

  public static Rack of(RackPlan plan) {
    return of(plan, MachineListener.NONE);
  }

  /** A rack whose machines report events to {@code listener}. */
  public static Rack of(RackPlan plan, MachineListener listener) {
    return new Rack(plan, listener);
  }

  /**
   * Opens all BMCs; machines are off.
   *
   * @throws IllegalStateException if a port is in use, the host is unknown, or the rack was already
   *     started
   */
  public Rack start() {
    if (vertx != null) {
      throw new IllegalStateException("the rack is started already");
    }
    var host = listenAddress();
    certificate = plan.bmcTls() ? BmcCertificate.of(host) : null;
    var started = newVertx();
    vertx = started;
    var openings = new ArrayList<Future<Void>>();
    for (int i = 0; i < plan.bmcs(); i++) {
      int port = plan.firstBmcPort() == 0 ? 0 : plan.firstBmcPort() + i;
      openings.add(
          new BmcServer(started, host, port, controlledBy(i), plan.bmcLatency(), certificate)
              .open());
    }
    try {
      await(Future.all(openings), "opening the ports of the BMCs");
    } catch (IllegalStateException e) {
      close();
      throw e;
    }
    return this;
  }

  /** The machines of the BMC with this number. */
  private List<Machine> controlledBy(int bmc) {
    int from = bmc * plan.systemsPerBmc();
    return machines.subList(from, Math.min(from + plan.systemsPerBmc(), machines.size()));
  }

  /** All machines, ordered by index. */
  public List<Machine> machines() {
    return machines;
  }

  /**
   * The machine with this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Machine requireMachine(String name) {
    return machines.stream()
        .filter(machine -> machine.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no machine named " + name));
  }

  /** The certificate of the BMCs in PEM format; empty without TLS and before the start. */
  public Optional<String> bmcCertificate() {
    return Optional.ofNullable(certificate).map(BmcCertificate::pem);
  }

  /** Cuts the power of all machines and closes all ports. */
  @Override
  public void close() {
    machines.forEach(Machine::cutPower);
    client.shutdownNow();
    clientThreads.shutdownNow();
    var running = vertx;
    vertx = null;
    if (running != null) {
      await(running.close(), "closing the ports of the BMCs");
    }
  }

  private List<Machine> machines(MachineListener listener) {
    var settings =
        new Machine.Settings(
            plan.powerDelay(), plan.networkFirst(), listener, InstantSource.system());
    var ramdiskSettings =
        new RamdiskSettings(
            plan.callbackUrls(),
            plan.apiUrl(),
            plan.ipxeUrl(),
            plan.bootTime(),
            plan.dhcpWait(),
            plan.requestTimeout(),
            plan.seed());
    var ramdisk = new Ramdisk(ramdiskSettings, client, Sleep.scaled(plan.timeScale()));
    var made = new ArrayList<Machine>(plan.machines());
    for (int i = 0; i < plan.machines(); i++) {
      made.add(Machine.of(i, hardware(i, made), settings, ramdisk));
    }
    return List.copyOf(made);
  }

  /** The hardware of machine {@code i}, whose BMC may be that of a machine already made. */
  private Hardware hardware(int i, List<Machine> made) {
    var kind = plan.kinds().get(i % plan.kinds().size());
    int bmc = i / plan.systemsPerBmc();
    int before = i % plan.systemsPerBmc();
    if (before > 0) {
      var first = made.get(i - before).hardware();
      return Hardware.sharingBmc(first, before + 1, kind, plan.seed(), i);
    }
    var bmcKind = plan.bmcKinds().get(bmc % plan.bmcKinds().size());
    return Hardware.of(kind, bmcKind, plan.seed(), i);
  }

  private static Vertx newVertx() {
    var files =
        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false);
    return Vertx.vertx(
        new VertxOptions()
            .setEventLoopPoolSize(EVENT_LOOPS)
            .setWorkerPoolSize(1)
            .setInternalBlockingPoolSize(1)
            .setFileSystemOptions(files));
  }

  /** Resolves the host here instead of in Vert.x, whose resolver would bind another socket. */
  private InetAddress listenAddress() {
    try {
      return InetAddress.getByName(plan.listenHost());
    } catch (UnknownHostException e) {
      throw new IllegalStateException("listen host " + plan.listenHost() + " is unknown", e);
    }
  }

  private static void await(Future<?> future, String doing) {
    try {
      var _ = future.toCompletionStage().toCompletableFuture().get(START_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + doing, e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("failed while " + doing, e);
    }
  }
}
