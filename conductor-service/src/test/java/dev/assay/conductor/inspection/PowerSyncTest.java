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

    isDue(node);
    await().until(() -> "power off".equals(bench.node(node).powerState()));
    assertThat(bench.node(node).lastError()).isNull();
  }

  @ParameterizedTest
  @EnumSource(names = {"ENROLL", "VERIFYING"})
  void does_not_ask_in(ProvisionState state) {
    var node = knownAsOn(state);

    isDue(node);
    awaitClaim(node);
    staysOn(node);
  }

  @Test
  void does_not_ask_in_maintenance() {
    var node = knownAsOn(ProvisionState.AVAILABLE);
    bench.edit(node, it -> it.maintain(true, "repair", bench.now()));

    isDue(node);
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

    isDue(node);
    awaitClaim(node);
    staysOn(node);
  }

  @Test
  void asks_a_bmc_that_fails_less_and_less_often() {
    var node = knownAsOn(ProvisionState.AVAILABLE);
    time.change(
        "update node set driver_info = '{\"fake_power_failure\": \"no answer\"}' where uuid = ?1",
        node);

    for (var failures = 1; failures <= 7; failures++) {
      var expected = failures;
      isDue(node);
      await().until(() -> number("failures", node) == expected);
      assertThat(number("extract(epoch from next_at - clock_timestamp())", node))
          .isBetween(
              0.9 * 120 * (1 << Math.min(failures, 5)), 120.0 * (1 << Math.min(failures, 5)));
    }
    staysOn(node);
    time.change("update node set driver_info = '{}' where uuid = ?1", node);
    isDue(node);
    await().until(() -> number("failures", node) == 0);
  }

  private NodeId knownAsOn(ProvisionState state) {
    var node = bench.node(state);
    Consumer<Node> on = it -> it.powerIs(PowerState.ON, bench.now());
    bench.edit(node, on);
    return node;
  }

  private void isDue(NodeId node) {
    time.change(
        "insert into power_check (node_id, next_at) select id, now() - interval '1 s' from node"
            + " where uuid = ?1 on conflict (node_id) do update set next_at = excluded.next_at",
        node);
  }

  private void awaitClaim(NodeId node) {
    await().until(() -> number("extract(epoch from next_at - clock_timestamp())", node) > 0);
  }

  /** Also when it is due and claimed twice more. */
  private void staysOn(NodeId node) {
    for (var again = 0; again < 2; again++) {
      isDue(node);
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
