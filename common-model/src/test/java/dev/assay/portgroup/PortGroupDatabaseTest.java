package dev.assay.portgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.id.MacAddress;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import dev.assay.port.PortDocument;
import dev.assay.port.Ports;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PortGroupDatabaseTest {
  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30.123456Z");
  private static final Instant LATER = NOW.plusSeconds(60);

  @Inject Nodes nodes;
  @Inject Ports ports;
  @Inject PortGroups groups;
  @Inject Session database;

  @Test
  void a_port_group_comes_back_as_it_was_stored_and_changed() {
    var node = node();
    var name = "g-" + UUID.randomUUID();
    var uuid = group(node, name, null);

    var stored = within(() -> groups.find(uuid).orElseThrow());
    assertThat(stored.attributes()).isEqualTo(attributes(name, null));
    assertThat(stored.nodeUuid()).isEqualTo(node.uuid().uuid());
    assertThat(stored.createdAt()).isEqualTo(NOW);
    assertThat(stored.updatedAt()).isNull();
    assertThat(stored.internalInfo()).isEmpty();

    var changed = attributes(name, "52:54:00:00:00:01");
    change(uuid, changed);
    var found = within(() -> groups.find(uuid).orElseThrow());
    assertThat(found.attributes()).isEqualTo(changed);
    assertThat(found.updatedAt()).isEqualTo(LATER);
    within(
        () -> {
          groups.remove(groups.find(uuid).orElseThrow());
          return uuid;
        });
    assertThat(within(() -> groups.find(uuid))).isEmpty();
  }

  @Test
  void it_is_found_by_name_and_by_node() {
    var node = node();
    var name = "g-" + UUID.randomUUID();
    var first = group(node, name, null);
    var second = group(node, null, null);
    group(node(), null, null);

    assertThat(within(() -> groups.idOf(name))).contains(first);
    assertThat(within(() -> groups.idOf(name + "x"))).isEmpty();
    assertThat(within(() -> groups.nodeOf(second))).contains(node.uuid());
    assertThat(within(() -> groups.of(node)))
        .extracting(PortGroup::uuid)
        .containsExactly(first, second);
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource({"g1,,port_group_name_key", ",52:54:00:00:00:02,port_group_address_key"})
  void the_database_refuses_a_second_of_the_same(
      @Nullable String name, @Nullable String address, String constraint) {
    group(node(), name, address);

    assertThatThrownBy(() -> group(node(), name, address)).hasStackTraceContaining(constraint);
  }

  @Test
  void it_stays_while_a_port_is_in_it() {
    var node = node();
    var group = group(node, null, null);
    var port = port(node, "52:54:00:00:01:01", group);

    assertThat(within(() -> ports.inGroup(group))).extracting(Port::uuid).containsExactly(port);
    assertThatThrownBy(
            () ->
                within(
                    () -> {
                      groups.remove(groups.find(group).orElseThrow());
                      return group;
                    }))
        .hasStackTraceContaining("port_portgroup_uuid_fkey");
  }

  @Test
  void a_node_is_deleted_with_its_port_groups_and_the_ports_in_them() {
    var node = node();
    var group = group(node, null, null);
    var port = port(node, "52:54:00:00:01:02", group);

    within(
        () -> {
          nodes.remove(nodes.find(node.uuid()).orElseThrow());
          return node;
        });

    assertThat(within(() -> groups.find(group))).isEmpty();
    assertThat(within(() -> ports.find(port))).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "select * from port_group where uuid = '6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0'",
        "select * from port_group where name = 'g'",
        "select * from port_group where address = '52:54:00:00:00:01'",
        "select * from port_group where node_id = 1 order by id",
        "select * from port where portgroup_uuid = '6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0'"
      })
  void every_question_is_answered_by_index(String sql) {
    var plan =
        within(
            () ->
                database.createNativeQuery("explain " + sql, String.class).getResultList().stream()
                    .reduce("", (all, line) -> all + line));

    assertThat(plan).contains("Index").doesNotContain("Seq Scan");
  }

  private Node node() {
    var node = Fixtures.node(ProvisionState.ENROLL, NOW);
    return within(
        () -> {
          nodes.add(node);
          return node;
        });
  }

  private UUID group(Node node, @Nullable String name, @Nullable String address) {
    var uuid = UUID.randomUUID();
    return within(
        () -> {
          groups.add(new PortGroup(uuid, node.id(), attributes(name, address), NOW));
          return uuid;
        });
  }

  private void change(UUID uuid, PortGroupAttributes changed) {
    QuarkusTransaction.requiringNew()
        .run(() -> groups.find(uuid).orElseThrow().update(changed, LATER));
  }

  private UUID port(Node node, String address, UUID group) {
    var none = StoredJson.object();
    var document =
        PortDocument.of(
            PortAttributes.found(MacAddress.of(address), true, none, none, null),
            node.uuid().uuid());
    document.put("portgroup_uuid", group == null ? null : group.toString());
    var attributes = PortDocument.read(document);
    var uuid = UUID.randomUUID();
    return within(
        () -> {
          ports.add(new Port(uuid, node.id(), attributes, NOW));
          return uuid;
        });
  }

  private static PortGroupAttributes attributes(@Nullable String name, @Nullable String address) {
    return new PortGroupAttributes(
        name,
        address,
        StoredJson.object().put("rack", "a1"),
        false,
        "802.3ad",
        StoredJson.object().put("miimon", "100"),
        "physnet1",
        "bond");
  }

  private static <T> T within(Supplier<T> work) {
    return QuarkusTransaction.requiringNew().call(work::get);
  }
}
