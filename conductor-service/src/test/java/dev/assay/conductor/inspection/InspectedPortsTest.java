package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.id.MacAddress;
import dev.assay.inspection.Inspections;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import dev.assay.port.PortDocument;
import dev.assay.port.Ports;
import dev.assay.rule.node.RuleDocuments;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InspectedPortsTest {
  private static final MacAddress GONE = MacAddress.of("52:54:00:00:00:01");
  private static final MacAddress STAYS = MacAddress.of("52:54:00:00:00:02");

  @Inject Bench bench;
  @Inject Nodes nodes;
  @Inject Ports ports;
  @Inject Inspections inspections;
  @Inject InspectedPorts inspected;
  @Inject Clock clock;

  @BeforeEach
  void clear() {
    bench.clear();
  }

  @Test
  void a_port_can_get_the_name_of_one_that_the_same_inspection_deletes() {
    var run = bench.starting(StoredJson.object());
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              var node = nodes.findForUpdate(run.node()).orElseThrow();
              add(node, GONE, "eno1");
              add(node, STAYS, "eno2");
            });

    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              var node = nodes.findForUpdate(run.node()).orElseThrow();
              var changes = RuleDocuments.changeSet(node, ports.of(node), StoredJson.object());
              changes.step().deletePort(GONE);
              Objects.requireNonNull(changes.portDocuments().get(STAYS)).put("name", "eno1");
              inspected.write(
                  node, inspections.active(node).orElseThrow(), changes, clock.instant());
            });

    assertThat(bench.port(run, STAYS.text()).attributes().name()).isEqualTo("eno1");
    assertThat(ports.findByAddress(GONE)).isEmpty();
  }

  private void add(Node node, MacAddress address, String name) {
    var document =
        PortDocument.of(
            PortAttributes.found(address, false, StoredJson.object(), StoredJson.object(), null),
            node.uuid().uuid());
    document.put("name", name);
    ports.add(new Port(UUID.randomUUID(), node.id(), PortDocument.read(document), clock.instant()));
  }
}
