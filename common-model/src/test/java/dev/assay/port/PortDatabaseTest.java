package dev.assay.port;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.id.MacAddress;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PortDatabaseTest {
  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30.123456Z");
  private static final MacAddress MAC = MacAddress.of("52:54:00:77:00:01");

  @Inject Nodes nodes;
  @Inject Ports ports;

  @Test
  void a_port_that_was_found_comes_back_with_all_that_was_found_unless_it_is_taken() {
    var found =
        PortAttributes.found(
            MAC,
            true,
            StoredJson.object().put("client-id", "ff:00\u0000"),
            StoredJson.object().put("switch_id", "44:4c:a8:9a:01:02"),
            "physnet-prov");
    var node = node();

    assertThat(add(node, found)).isOne();
    assertThat(add(node(), found)).as("the address is one of another node").isZero();

    var stored = QuarkusTransaction.requiringNew().call(() -> ports.of(node)).getFirst();
    assertThat(stored.attributes())
        .isEqualTo(
            PortAttributes.found(
                MAC,
                true,
                StoredJson.object().put("client-id", "ff:00\uFFFD"),
                found.localLinkConnection(),
                "physnet-prov"));
    assertThat(stored.createdAt()).isEqualTo(NOW);
  }

  @Test
  void a_port_may_have_no_network() {
    var node = node();
    var bare = bare("52:54:00:77:00:02");

    assertThat(add(node, bare)).isOne();
    assertThat(QuarkusTransaction.requiringNew().call(() -> ports.of(node)))
        .singleElement()
        .extracting(Port::attributes)
        .isEqualTo(bare);
  }

  @Test
  void ports_are_added_together_except_those_of_other_nodes() {
    var node = node();
    assertThat(add(node(), bare("52:54:00:77:00:04"))).isOne();

    var added =
        add(
            node,
            bare("52:54:00:77:00:03"),
            bare("52:54:00:77:00:04"),
            bare("52:54:00:77:00:05"),
            bare("52:54:00:77:00:05"));

    assertThat(added).isEqualTo(2);
    assertThat(QuarkusTransaction.requiringNew().call(() -> ports.of(node)))
        .extracting(port -> port.address().text())
        .containsExactly("52:54:00:77:00:03", "52:54:00:77:00:05");
  }

  private static PortAttributes bare(String address) {
    return PortAttributes.found(
        MacAddress.of(address), false, StoredJson.object(), StoredJson.object(), null);
  }

  private Node node() {
    var node = Fixtures.node(ProvisionState.MANAGEABLE, NOW);
    QuarkusTransaction.requiringNew().run(() -> nodes.add(node));
    return node;
  }

  private int add(Node node, PortAttributes... found) {
    return QuarkusTransaction.requiringNew()
        .call(() -> ports.addUnlessTaken(node.id(), List.of(found), NOW));
  }
}
