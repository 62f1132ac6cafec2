package dev.assay.pxefilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.dhcp.DhcpHost;
import dev.assay.dhcp.DhcpProbe;
import dev.assay.dhcp.ProvisioningNetwork;
import dev.assay.scenario.Enrolment;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Server;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/**
 * A provisioning network with DHCP servers, a PXE filter for each, and an installation. Skips the
 * calling test, with the reason, where namespaces cannot be made.
 */
final class FilteredNetwork implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Less than a DHCP client waits for an offer. */
  private static final Duration OFFER = Duration.ofMillis(700);

  private final ProvisioningNetwork network;
  private final List<Server> dhcp;
  private final Stack stack;
  private final DhcpProbe probe;
  private final Deque<AutoCloseable> toClose;

  private FilteredNetwork(
      ProvisioningNetwork network,
      List<Server> dhcp,
      Stack stack,
      DhcpProbe probe,
      Deque<AutoCloseable> toClose) {
    this.network = network;
    this.dhcp = dhcp;
    this.stack = stack;
    this.probe = probe;
    this.toClose = toClose;
  }

  /**
   * Starts everything.
   *
   * @param drivers of the filters, each with a DHCP server of its own
   * @param plan has the settings and the services other than the filters
   */
  static FilteredNetwork start(String name, List<String> drivers, Stack.Plan plan)
      throws Exception {
    var whyNot = ProvisioningNetwork.whyNot();
    Assumptions.assumeTrue(whyNot.isEmpty(), () -> "skipped: " + whyNot.orElseThrow());
    var toClose = new ArrayDeque<AutoCloseable>();
    try {
      var folder = Path.of("target", "dhcp", name);
      Folders.clear(folder);
      var network = ProvisioningNetwork.create(folder, drivers.size());
      toClose.push(network);
      var servers = new ArrayList<Server>();
      for (int i = 0; i < drivers.size(); i++) {
        var server = network.hosts().get(i).dnsmasq(drivers.get(i).equals("dnsmasq"));
        toClose.push(server);
        servers.add(server.start());
        configure(plan, i + 1, drivers.get(i), network.hosts().get(i));
      }
      var probe = network.probe();
      toClose.push(probe);
      var stack =
          plan.filters(drivers.size()).set("assay.inspector.require-managed-boot", false).start();
      toClose.push(stack);
      return new FilteredNetwork(network, servers, stack, probe, toClose);
    } catch (Exception | Error e) {
      closeAll(toClose);
      throw e;
    }
  }

  private static void configure(Stack.Plan plan, int number, String driver, DhcpHost host) {
    var options =
        Map.of(
            "driver", driver,
            "dhcp-hostsdir", host.hosts(),
            "dnsmasq-pid-file", host.pidFile(),
            "nft-command", host.heldNft(),
            "interfaces", DhcpHost.INTERFACE);
    options.forEach(
        (option, value) -> plan.setFor("filter-" + number, "assay.pxe-filter." + option, value));
  }

  ProvisioningNetwork network() {
    return network;
  }

  /** The DHCP server of the first filter. */
  Server dhcp() {
    return dhcp.getFirst();
  }

  /** Kills the DHCP server of a filter. */
  void stopDhcp(int filter) {
    dhcp.get(filter).kill();
  }

  /** Kills the DHCP server of a filter and starts it again. */
  void restartDhcp(int filter) {
    stopDhcp(filter);
    try {
      Files.deleteIfExists(network.hosts().get(filter).pidFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    dhcp.get(filter).start();
  }

  /** The host of the first filter. */
  DhcpHost host() {
    return network.hosts().getFirst();
  }

  Stack stack() {
    return stack;
  }

  ApiClient api() {
    return stack.api();
  }

  DhcpProbe probe() {
    return probe;
  }

  /** The main process of a filter, without the guard that it started. */
  ProcessHandle process(int filter) {
    return stack.filters().get(filter).process().processes().getFirst();
  }

  /**
   * The numbers of the DHCP servers, from 1, that offer an address to a machine that asks once; in
   * order.
   */
  List<Integer> answering(String address) {
    return probe.answering(address, OFFER).stream()
        .map(server -> Integer.parseInt(server.substring(server.lastIndexOf('.') + 1)))
        .sorted()
        .toList();
  }

  /** Whether a DHCP server offers an address to a machine that asks once. */
  boolean answers(String address) {
    return probe.isAnswered(address, OFFER);
  }

  void awaitAnswered(String address) {
    await(address + " is answered")
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> answers(address));
  }

  void awaitDenied(String address) {
    await(address + " is denied")
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !answers(address));
  }

  /** What the API says of a filter. */
  JsonNode filter(String name) {
    return api().get("/v1/pxe_filters/" + name).require(200).json();
  }

  void awaitState(String filter, String state) {
    await(filter + " is " + state)
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              var answer = api().get("/v1/pxe_filters/" + filter);
              return answer.status() == 200 && answer.json().path("state").asText().equals(state);
            });
  }

  /** The API's only explanation for an address. */
  JsonNode explained(String address) {
    var filters = api().get("/v1/pxe_access/" + address).require(200).json().path("filters");
    assertThat(filters).hasSize(1);
    return filters.get(0);
  }

  String waiting(String address) {
    return Enrolment.waiting(api(), address);
  }

  String manageable(String address) {
    return Enrolment.manageable(api(), address);
  }

  @Override
  public void close() {
    closeAll(toClose);
  }

  private static void closeAll(Deque<AutoCloseable> toClose) {
    var failure = new IllegalStateException("the network cannot be taken down");
    while (!toClose.isEmpty()) {
      try {
        toClose.pop().close();
      } catch (Exception e) { // the rest anyway
        failure.addSuppressed(e);
      }
    }
    if (failure.getSuppressed().length > 0) {
      throw failure;
    }
  }
}
