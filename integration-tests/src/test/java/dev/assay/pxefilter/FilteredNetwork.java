package dev.assay.pxefilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.dhcp.DhcpProbe;
import dev.assay.dhcp.ProvisioningNetwork;
import dev.assay.scenario.Enrolment;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Server;
import dev.assay.stack.Stack;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assumptions;

/**
 * A provisioning network with a DHCP server, a PXE filter of one of the drivers, and an
 * installation. Skips the calling test, with the reason, where namespaces cannot be made.
 */
final class FilteredNetwork implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Less than a DHCP client waits for an offer. */
  private static final Duration OFFER = Duration.ofMillis(700);

  private final ProvisioningNetwork network;
  private final Server dhcp;
  private final Stack stack;
  private final DhcpProbe probe;
  private final Deque<AutoCloseable> toClose;

  private FilteredNetwork(
      ProvisioningNetwork network,
      Server dhcp,
      Stack stack,
      DhcpProbe probe,
      Deque<AutoCloseable> toClose) {
    this.network = network;
    this.dhcp = dhcp;
    this.stack = stack;
    this.probe = probe;
    this.toClose = toClose;
  }

  /** Starts everything; {@code plan} has the settings and the services other than the filter. */
  static FilteredNetwork start(String name, String driver, Stack.Plan plan) throws Exception {
    var whyNot = ProvisioningNetwork.whyNot();
    Assumptions.assumeTrue(whyNot.isEmpty(), () -> "skipped: " + whyNot.orElseThrow());
    var toClose = new ArrayDeque<AutoCloseable>();
    try {
      var folder = Path.of("target", "dhcp", name);
      Folders.clear(folder);
      var network = ProvisioningNetwork.create(folder);
      toClose.push(network);
      var dhcp = network.dnsmasq(driver.equals("dnsmasq"));
      toClose.push(dhcp);
      dhcp.start();
      var probe = network.probe();
      toClose.push(probe);
      var stack =
          plan.filters(1)
              .set("assay.inspector.require-managed-boot", false)
              .setFor("filter-1", "assay.pxe-filter.driver", driver)
              .setFor("filter-1", "assay.pxe-filter.dhcp-hostsdir", network.hosts())
              .setFor("filter-1", "assay.pxe-filter.dnsmasq-pid-file", network.pidFile())
              .setFor("filter-1", "assay.pxe-filter.nft-command", network.nft())
              .setFor("filter-1", "assay.pxe-filter.interfaces", ProvisioningNetwork.BRIDGE)
              .start();
      toClose.push(stack);
      return new FilteredNetwork(network, dhcp, stack, probe, toClose);
    } catch (Exception | Error e) {
      closeAll(toClose);
      throw e;
    }
  }

  ProvisioningNetwork network() {
    return network;
  }

  Server dhcp() {
    return dhcp;
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

  /** Whether the DHCP server offers an address to a machine that asks once. */
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

  /** Waits until the database counts this number of nodes on inspection at the filter. */
  void awaitAllowed(String filter, int count) {
    await(filter + " allows " + count)
        .atMost(LIMIT)
        .until(() -> filter(filter).path("allowed").asInt() == count);
  }

  String waiting(String address) {
    return Enrolment.waiting(api(), address);
  }

  String manageable(String address) {
    return Enrolment.manageable(api(), address);
  }

  static boolean contains(JsonNode list, String text) {
    return StreamSupport.stream(list.spliterator(), false).anyMatch(it -> it.asText().equals(text));
  }

  @Override
  public void close() {
    closeAll(toClose);
  }

  private static void closeAll(Deque<AutoCloseable> toClose) {
    while (!toClose.isEmpty()) {
      try {
        toClose.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("the network cannot be taken down", e);
      }
    }
  }
}
