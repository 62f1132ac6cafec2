package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reading power states periodically; the machines of the fake driver are off. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PowerSyncTest {
  /** The default of power-state-sync-max-retries. */
  private static final int RETRIES = 3;

  private static final String SECONDS_LEFT = "extract(epoch from next_at - clock_timestamp())";

  @Inject Bench bench;
  @Inject MovedTime time;
  @Inject Nodes nodes;
  @Inject NodeLease nodeLease;
  @Inject Session database;

  @BeforeEach
  void clear() {
    bench.clear();
  }

  @Test
  void records_a_change_that_somebody_else_made() {
    var node = knownAsOn(ProvisionState.AVAILABLE);

    time.powerSyncIsDue(node);
    await().until(() -> "power off".equals(bench.node(node).powerState()));
    assertThat(bench.node(node).lastError()).isNull();
  }

  @ParameterizedTest
  @EnumSource(names = {"ENROLL", "VERIFYING"})
  void does_not_ask_in(ProvisionState state) {
    var node = knownAsOn(state);

    time.powerSyncIsDue(node);
    awaitClaim(node);
    staysOn(node);
  }

  @Test
  void does_not_ask_in_maintenance() {
    var node = knownAsOn(ProvisionState.AVAILABLE);
    bench.edit(node, it -> it.maintain(true, "repair", bench.now()));

    time.powerSyncIsDue(node);
    awaitClaim(node);
    staysOn(node);
  }

  @Test
  void never_touches_a_node_that_a_conductor_works_on() {
    var node = knownAsOn(ProvisionState.AVAILABLE);
    var _ =
        QuarkusTransaction.requiringNew()
            .call(
                () ->
                    nodeLease
                        .acquire(
                            nodes.findForUpdate(node).orElseThrow(), "c2", Duration.ofMinutes(5))
                        .orElseThrow());

    time.powerSyncIsDue(node);
    awaitClaim(node);
    staysOn(node);
  }

  @Test
  void puts_a_node_in_maintenance_after_the_last_retry() {
    var node = knownAsOn(ProvisionState.AVAILABLE);
    bmcFails(node);

    for (var failures = 1; failures <= RETRIES; failures++) {
      var expected = failures;
      time.powerSyncIsDue(node);
      await().until(() -> number("failures", node) == expected);
      assertThat(bench.node(node).attributes().maintenance()).isFalse();
      assertThat(bench.node(node).powerState()).isEqualTo("power on");
    }
    time.powerSyncIsDue(node);
    await().until(() -> bench.node(node).attributes().maintenance());

    var failed = bench.node(node);
    assertThat(failed.fault()).isEqualTo("power failure");
    assertThat(failed.maintenanceReason())
        .isEqualTo(
            "The power state could not be read 4 times in a row, so the node entered maintenance:"
                + " no answer");
    assertThat(failed.powerState()).isNull();
    assertThat(failed.provisionState()).isEqualTo(ProvisionState.AVAILABLE);
    assertThat(events(node)).containsExactly("ERROR monitoring " + failed.maintenanceReason());
  }

  @Test
  void a_bmc_that_answers_again_ends_the_maintenance_and_the_count() {
    var node = knownAsOn(ProvisionState.AVAILABLE);
    failsUntilMaintenance(node);

    time.powerSyncIsDue(node);
    awaitClaim(node);
    assertThat(number(SECONDS_LEFT, node)).as("recovery interval").isBetween(270.0, 300.0);
    assertThat(bench.node(node).attributes().maintenance()).isTrue();

    bmcAnswers(node);
    time.powerSyncIsDue(node);
    await().until(() -> !bench.node(node).attributes().maintenance());
    var recovered = bench.node(node);
    assertThat(recovered.fault()).isNull();
    assertThat(recovered.maintenanceReason()).isNull();
    assertThat(recovered.powerState()).isEqualTo("power off");
    assertThat(events(node))
        .hasSize(2)
        .last()
        .isEqualTo("INFO monitoring The BMC answers again: the node left maintenance.");

    bmcFails(node);
    time.powerSyncIsDue(node);
    await().until(() -> number("failures", node) == 1);
    assertThat(bench.node(node).attributes().maintenance()).isFalse();
  }

  @Test
  void an_operator_who_ends_the_maintenance_gets_all_retries_again() {
    var node = knownAsOn(ProvisionState.AVAILABLE);
    failsUntilMaintenance(node);

    bench.edit(node, it -> it.maintain(false, null, bench.now()));
    time.powerSyncIsDue(node);
    await().until(() -> number("failures", node) == 1);
    assertThat(bench.node(node).attributes().maintenance()).isFalse();
  }

  @Test
  void an_operator_who_takes_over_the_maintenance_keeps_it() {
    var node = knownAsOn(ProvisionState.AVAILABLE);
    failsUntilMaintenance(node);
    bench.edit(node, it -> it.maintain(true, "new mainboard", bench.now()));

    bmcAnswers(node);
    for (var again = 0; again < 2; again++) {
      time.powerSyncIsDue(node);
      awaitClaim(node);
    }
    assertThat(bench.node(node).maintenanceReason()).isEqualTo("new mainboard");
    assertThat(bench.node(node).fault()).isNull();
  }

  @ParameterizedTest
  @EnumSource(names = {"INSPECTING", "INSPECT_WAIT"})
  void leaves_a_node_to_its_inspection_in(ProvisionState state) {
    var node = knownAsOn(state);
    staysOutOfMaintenance(node);
  }

  @Test
  void leaves_a_node_to_its_introspection() {
    var node = bench.classic(true).node();
    staysOutOfMaintenance(node);
  }

  @Test
  void an_answer_ends_the_count_of_failures() {
    var node = knownAsOn(ProvisionState.AVAILABLE);
    bmcFails(node);
    time.powerSyncIsDue(node);
    await().until(() -> number("failures", node) == 1);

    bmcAnswers(node);
    time.powerSyncIsDue(node);
    await().until(() -> number("failures", node) == 0);
  }

  /** However often its BMC fails. */
  private void staysOutOfMaintenance(NodeId node) {
    bmcFails(node);

    for (var failures = 1; failures <= RETRIES + 2; failures++) {
      var expected = failures;
      time.powerSyncIsDue(node);
      await().until(() -> number("failures", node) == expected);
    }
    assertThat(bench.node(node).attributes().maintenance()).isFalse();
  }

  private void failsUntilMaintenance(NodeId node) {
    bmcFails(node);
    await()
        .until(
            () -> {
              time.powerSyncIsDue(node);
              return bench.node(node).attributes().maintenance();
            });
  }

  private void bmcFails(NodeId node) {
    time.change(
        "update node set driver_info = '{\"fake_power_failure\": \"no answer\"}' where uuid = ?1",
        node);
  }

  private void bmcAnswers(NodeId node) {
    time.change("update node set driver_info = '{}' where uuid = ?1", node);
  }

  private List<String> events(NodeId node) {
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                database
                    .createNativeQuery(
                        "select severity || ' ' || event_type || ' ' || event from node_history"
                            + " where node_id = (select id from node where uuid = ?1) order by id",
                        String.class)
                    .setParameter(1, node.uuid())
                    .getResultList());
  }

  private NodeId knownAsOn(ProvisionState state) {
    var node = bench.node(state);
    Consumer<Node> on = it -> it.powerIs(PowerState.ON, bench.now());
    bench.edit(node, on);
    return node;
  }

  private void awaitClaim(NodeId node) {
    await().until(() -> number(SECONDS_LEFT, node) > 0);
  }

  /** Also when it is due and claimed twice more. */
  private void staysOn(NodeId node) {
    for (var again = 0; again < 2; again++) {
      time.powerSyncIsDue(node);
      awaitClaim(node);
      assertThat(bench.node(node).powerState()).isEqualTo("power on");
    }
  }

  private double number(String expression, NodeId node) {
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                database
                    .createNativeQuery(
                        "select cast(%s as double precision) from power_check where node_id ="
                                .formatted(expression)
                            + " (select id from node where uuid = ?1)",
                        Double.class)
                    .setParameter(1, node.uuid())
                    .getSingleResult());
  }
}
