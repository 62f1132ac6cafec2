package dev.assay.fault;

import dev.assay.fault.Journal.Callbacks;
import dev.assay.fault.Journal.Outcome;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.MachineEvent;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Installation;
import dev.assay.stack.LoadBalancer;
import dev.assay.stack.RedfishAccess;
import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A whole installation: API services behind HAProxy, conductors, PXE filters, RabbitMQ and
 * PostgreSQL, and a rack of simulated machines with Redfish BMCs, each enrolled as a node.
 */
final class Site implements AutoCloseable {
  private static final Duration BOOT = Duration.ofSeconds(1);

  /** Pauses of the ramdisk between attempts, by the time of real ones. */
  private static final double TIME_SCALE = 0.5;

  private final Stack stack;
  private final LoadBalancer balancer;
  private final Rack rack;
  private final Map<String, Path> hosts;
  private final Map<String, Machine> machines = new LinkedHashMap<>();
  private final Map<String, Callbacks> callbacks = new ConcurrentHashMap<>();

  private Site(Stack stack, LoadBalancer balancer, RackPlan plan, Map<String, Path> hosts) {
    this.stack = stack;
    this.balancer = balancer;
    this.hosts = hosts;
    this.rack = Rack.of(plan, this::happened).start();
  }

  /**
   * What a site consists of.
   *
   * @param powerDelay how long BMCs take to change the power
   * @param checkout of an earlier version whose services are started; null for this version's
   */
  record Plan(
      int machines,
      long seed,
      Schedule.Targets services,
      Duration powerDelay,
      @Nullable Path checkout) {}

  /** Starts everything; no machine is enrolled yet. */
  static Site start(Plan site) {
    var services = site.services();
    var hosts = new LinkedHashMap<String, Path>();
    var plan =
        Stack.named("faults")
            .linked()
            .ownBroker()
            .apis(services.apis())
            .conductors(services.conductors())
            .filters(services.filters())
            .set("assay.inspector.require-managed-boot", false)
            .set("assay.conductor.inspect-wait-timeout", "3m")
            .set("assay.conductor.sync-power-state-interval", 0);
    if (site.checkout() != null) {
      plan.from(site.checkout());
    }
    var folder = Installation.emptyFolder("faults-hosts").toAbsolutePath();
    for (int i = 1; i <= services.filters(); i++) {
      var own = folder.resolve("filter-" + i);
      try {
        Files.createDirectories(own);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      hosts.put("filter-" + i, own);
      plan.setFor("filter-" + i, "assay.pxe-filter.driver", "dnsmasq");
      plan.setFor("filter-" + i, "assay.pxe-filter.dhcp-hostsdir", own);
    }
    var stack = plan.start();
    try {
      var balancer = LoadBalancer.before(stack);
      try {
        var rack =
            RackPlan.to(balancer.address() + "/v1/continue_inspection")
                .machines(site.machines())
                .seed(site.seed())
                .kinds(HardwareKind.ONE_U_TWO_SOCKET)
                .bootTime(BOOT)
                .powerDelay(site.powerDelay())
                .timeScale(TIME_SCALE)
                .networkFirst(true)
                .build();
        return new Site(stack, balancer, rack, hosts);
      } catch (RuntimeException e) {
        balancer.close();
        throw e;
      }
    } catch (RuntimeException e) {
      stack.close();
      throw e;
    }
  }

  private void happened(MachineEvent event) {
    var of = callbacks.computeIfAbsent(event.machine(), _ -> new Callbacks());
    switch (event.stage()) {
      case POSTING -> of.posting();
      case ACCEPTED -> of.answered(Outcome.ACCEPTED);
      case REFUSED -> of.answered(Outcome.REFUSED);
      case RETRYING ->
          of.answered(event.detail().startsWith("status 409") ? Outcome.REFUSED : Outcome.UNKNOWN);
      case RESTARTING, POWER_OFF -> of.unanswered();
      case POWER_ON, BOOTING, LOCAL_BOOT, BOOT_FAILED, COLLECTING, LOOKUP, HEARTBEAT, GAVE_UP -> {}
    }
  }

  Stack stack() {
    return stack;
  }

  LoadBalancer balancer() {
    return balancer;
  }

  /** A client of the load balancer. */
  ApiClient api() {
    return new ApiClient(balancer.address());
  }

  /** Makes a node of each machine, with its ports, and orders that it becomes manageable. */
  void enrol() {
    var nodes = rack.machines().parallelStream().map(this::enrol).toList(); // in their order
    for (int i = 0; i < nodes.size(); i++) {
      machines.put(nodes.get(i), rack.machines().get(i));
    }
  }

  private String enrol(Machine machine) {
    var api = api();
    var node = RedfishAccess.enrol(api, machine);
    api.order(node, "manage");
    return node;
  }

  /** The number of machines. */
  int size() {
    return rack.machines().size();
  }

  /** The machines by the UUID of their node. */
  Map<String, Machine> machines() {
    return machines;
  }

  /** The callbacks of the machine of a node. */
  Callbacks callbacks(String node) {
    var machine = machines.get(node);
    return callbacks.computeIfAbsent(machine == null ? "" : machine.name(), _ -> new Callbacks());
  }

  /** The folders of the PXE filters' files, by the name of the filter. */
  Map<String, Path> hosts() {
    return hosts;
  }

  /** All services of Assay. */
  List<Service> services() {
    return Stream.of(stack.apis(), stack.conductors(), stack.filters())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public void close() {
    try (stack;
        balancer) {
      rack.close();
    }
  }
}
