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
 * What every filter driver does, with a real dnsmasq and a real DHCP client. Spec pxe-filter.md.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // filled before the first test
abstract class PxeFilterContract {
  private static final String STRANGER = "52:54:77:00:00:01";

  private final String driver;
  private FilteredNetwork site;

  PxeFilterContract(String driver) {
    this.driver = driver;
  }

  FilteredNetwork site() {
    return site;
  }

  @BeforeAll
  void start() throws Exception {
    site =
        FilteredNetwork.start("contract-" + driver, List.of(driver), Stack.named("pxe-" + driver));
    site.awaitState("filter-1", "active");
  }

  @AfterAll
  void stop() {
    if (site != null) {
      site.close();
    }
  }

  @Test
  void a_node_gets_an_address_while_it_is_inspected_and_only_then() {
    var address = Enrolment.newAddress();
    var node = site.manageable(address);
    assertThat(site.network().stockClientGetsAddress(address)).isFalse();

    site.api().order(node, "inspect");
    site.api().awaitState(node, "inspect wait");
    site.awaitAnswered(address);
    assertThat(site.network().stockClientGetsAddress(address)).isTrue();
    assertThat(site.explained(address).path("reason").asText()).isEqualTo("on-inspection");

    site.api().callback(Enrolment.minimalBody(address)).require(202);
    site.api().awaitState(node, "manageable");
    site.awaitDenied(address);
    assertThat(site.network().stockClientGetsAddress(address)).isFalse();
    assertThat(site.explained(address).path("reason").asText()).isEqualTo("not-on-inspection");
    Enrolment.forget(site.api(), node);
  }

  @Test
  void any_other_node_and_an_unknown_machine_are_denied_while_one_is_inspected() {
    var inspected = Enrolment.newAddress();
    var other = Enrolment.newAddress();
    var nodes = List.of(site.waiting(inspected), site.manageable(other));
    site.awaitAnswered(inspected);

    assertThat(site.network().stockClientGetsAddress(other)).isFalse();
    assertThat(site.network().stockClientGetsAddress(STRANGER)).isFalse();
    assertThat(site.answers(inspected)).isTrue();
    assertThat(site.explained(STRANGER).path("reason").asText()).isEqualTo("unknown-denied");
    nodes.forEach(node -> Enrolment.forget(site.api(), node));
  }

  @Test
  void an_abort_a_deleted_node_and_a_moved_port_are_denied_at_once() {
    var aborted = Enrolment.newAddress();
    var deleted = Enrolment.newAddress();
    var moved = Enrolment.newAddress();
    var replaced = Enrolment.newAddress();
    var nodes = List.of(site.waiting(aborted), site.waiting(deleted), site.waiting(moved));
    List.of(aborted, deleted, moved).forEach(site::awaitAnswered);

    site.api().order(nodes.get(0), "abort");
    site.awaitDenied(aborted);
    Enrolment.forget(site.api(), nodes.get(1));
    site.awaitDenied(deleted);
    var maintenance = List.of(Map.of("op", "replace", "path", "/maintenance", "value", true));
    site.api().patch("/v1/nodes/" + nodes.get(2), maintenance).require(200);
    site.api()
        .patch(
            "/v1/ports/" + portOf(nodes.get(2)),
            List.of(Map.of("op", "replace", "path", "/address", "value", replaced)))
        .require(200);
    site.awaitAnswered(replaced);
    site.awaitDenied(moved);
    nodes.forEach(
        node -> {
          if (site.api().get("/v1/nodes/" + node).status() == 200) {
            Enrolment.forget(site.api(), node);
          }
        });
  }

  private String portOf(String node) {
    return site.api()
        .get("/v1/nodes/" + node + "/ports")
        .require(200)
        .json()
        .path("ports")
        .get(0)
        .path("uuid")
        .asText();
  }

  @Test
  void operators_see_the_filter_and_what_it_does() throws Exception {
    var address = Enrolment.newAddress();
    var node = site.waiting(address);
    site.awaitAnswered(address);
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () -> {
              var shown = site.filter("filter-1");
              assertThat(shown.path("alive").asBoolean()).isTrue();
              assertThat(shown.path("driver").asText()).isEqualTo(driver);
              assertThat(shown.path("network").asText()).isEqualTo("default");
              assertThat(shown.path("allowed").asInt()).isPositive();
              assertThat(shown.path("unknown").asText()).isEqualTo("deny");
              assertThat(shown.path("reconciled_at").isNull()).isFalse();
            });
    var filter = site.stack().filters().getFirst();
    assertThat(filter.text("/q/metrics"))
        .contains(
            "assay_pxe_filter_state{conductor_group=\"\",network=\"default\",state=\"active\"} 1.0")
        .containsPattern("assay_pxe_filter_allowed [1-9]");
    Enrolment.forget(site.api(), node);
  }

  @Test
  void a_filter_that_is_stopped_denies_everyone_and_says_so() {
    var address = Enrolment.newAddress();
    var node = site.waiting(address);
    site.awaitAnswered(address);

    var filter = site.stack().filters().getFirst();
    try {
      assertThat(filter.process().stop()).isEqualTo(128 + 15);
      assertThat(site.answers(address)).isFalse();
      assertThat(site.api().get("/v1/pxe_filters/filter-1").status()).isEqualTo(404);
    } finally {
      filter.start();
    }
    site.awaitAnswered(address);
    Enrolment.forget(site.api(), node);
  }
}
