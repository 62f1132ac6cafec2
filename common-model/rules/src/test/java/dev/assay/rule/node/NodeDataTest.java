package dev.assay.rule.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hook.KnownPort;
import dev.assay.inspection.InspectionFailure;
import dev.assay.node.ProvisionState;
import dev.assay.port.MacAddress;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import dev.assay.rule.interpolation.Path;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.Fixtures;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Spec rules.md 3. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class NodeDataTest {
  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30Z");
  private static final MacAddress ADDRESS = MacAddress.of("52:54:00:aa:00:01");
  private static final UUID PORT = UUID.fromString("d2630783-6ec8-4836-b556-ab427c4b581e");

  private final ObjectNode none = StoredJson.object();
  private final NodeData nodeData =
      NodeData.of(
          Fixtures.node(ProvisionState.INSPECTING, NOW),
          List.of(
              new Port(PORT, 1, PortAttributes.found(ADDRESS, true, none, none, "physnet"), NOW)),
          List.of());

  @Test
  void a_port_that_one_phase_deletes_and_the_next_finds_again_is_the_same_port() {
    nodeData.takeOver(none, List.of());
    assertThat(nodeData.ports()).isEmpty();

    nodeData.takeOver(none, List.of(new KnownPort(ADDRESS, false, none, none, null)));
    nodeData
        .scope(none, none)
        .port(PORT.toString())
        .set(Path.parse("name"), StoredJson.tree("eno1"));

    assertThat(nodeData.portChanges().get(ADDRESS))
        .isEqualTo(
            StoredJson.object()
                .put("pxe_enabled", false)
                .put("name", "eno1")
                .putNull("physical_network"));
  }

  @Test
  void a_port_that_has_no_uuid_yet_is_not_called_null() {
    nodeData.takeOver(none, List.of(KnownPort.found(MacAddress.of("52:54:00:aa:00:02"), true)));
    var scope = nodeData.scope(none, none);

    assertThat(scope.port("52:54:00:AA:00:02").unmasked().path("uuid").isNull()).isTrue();
    assertThatThrownBy(() -> scope.port("null")).isInstanceOf(InspectionFailure.class);
  }
}
