package dev.assay.pxefilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.scenario.Enrolment;
import dev.assay.stack.Stack;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Machines without a port, at two filters of two networks: 1 (dnsmasq) with auto-discovery, 2
 * (nftables) without it, which lets them boot while a node without ports is inspected. Spec
 * pxe-filter.md 3.1.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // filled before the first test
class UnknownMachinesIT {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String STRANGER = "52:54:77:00:00:02";

  private FilteredNetwork site;

  @BeforeAll
  void start() throws Exception {
    var plan =
        Stack.named("pxe-unknown")
            .setFor("filter-1", "assay.pxe-filter.network", "east")
            .setFor("filter-1", "assay.auto-discovery.enabled", true)
            .setFor("filter-1", "assay.auto-discovery.driver", "fake-hardware")
            .setFor("filter-2", "assay.pxe-filter.network", "west-1.example")
            .setFor("filter-2", "assay.pxe-filter.unknown-hosts", "portless");
    site = FilteredNetwork.start("unknown", List.of("dnsmasq", "nftables"), plan);
    site.awaitState("filter-1", "active");
    site.awaitState("filter-2", "active");
  }

  @AfterAll
  void stop() {
    if (site != null) {
      site.close();
    }
  }

  private void awaitAnswering(String address, Integer... servers) {
    await(address + " is answered by " + List.of(servers))
        .atMost(LIMIT)
        .until(() -> site.answering(address).equals(List.of(servers)));
  }

  @Test
  void are_answered_with_auto_discovery_until_they_have_a_port() {
    awaitAnswering(STRANGER, 1);
    assertThat(site.network().stockClientGetsAddress(STRANGER)).isTrue();

    var node = site.manageable(STRANGER);
    awaitAnswering(STRANGER);
    assertThat(site.network().stockClientGetsAddress(STRANGER)).isFalse();

    site.api().order(node, "inspect");
    awaitAnswering(STRANGER, 1, 2);

    Enrolment.forget(site.api(), node);
    awaitAnswering(STRANGER, 1);
  }

  @Test
  void are_answered_while_a_node_without_ports_is_inspected() {
    var machine = "52:54:77:00:00:03";
    var node =
        site.api().createNode(Map.of("driver", "fake-hardware", "inspect_interface", "agent"));
    site.api().manage(node);
    awaitAnswering(machine, 1);

    site.api().order(node, "inspect");
    awaitAnswering(machine, 1, 2);

    site.api().order(node, "abort");
    awaitAnswering(machine, 1);
    Enrolment.forget(site.api(), node);
  }

  @Test
  void a_filter_mends_a_firewall_that_somebody_changed() {
    var address = Enrolment.newAddress();
    var node = site.waiting(address);
    awaitAnswering(address, 1, 2);

    var host = site.network().hosts().get(1);
    host.nft("flush", "set", "inet", "assay_pxe_filter_west_1_example", "allow");
    host.nft("flush", "chain", "inet", "assay_pxe_filter_west_1_example", "dhcp");

    await("the drift is counted")
        .atMost(Duration.ofSeconds(30))
        .until(() -> site.filter("filter-2").path("drift_total").asInt() > 0);
    awaitAnswering(address, 1, 2);
    assertThat(host.nft("list", "ruleset")).contains("ether saddr @deny drop");
    Enrolment.forget(site.api(), node);
  }
}
