package dev.assay.rule.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.error.InspectionFailure;
import dev.assay.hook.KnownPort;
import dev.assay.id.MacAddress;
import dev.assay.node.ProvisionState;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import dev.assay.rule.Path;
import dev.assay.rule.engine.RuledData;
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
class RuleDocumentsTest {
  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30Z");
  private static final MacAddress ADDRESS = MacAddress.of("52:54:00:aa:00:01");
  private static final UUID PORT = UUID.fromString("d2630783-6ec8-4836-b556-ab427c4b581e");

  private final ObjectNode none = StoredJson.object();
  private final ChangeSet changes =
      RuleDocuments.changeSet(
          Fixtures.node(ProvisionState.INSPECTING, NOW),
          List.of(
              new Port(PORT, 1, PortAttributes.found(ADDRESS, true, none, none, "physnet"), NOW)),
          none);

  @Test
  void a_port_that_one_hook_deletes_and_the_next_finds_again_is_the_same_port() {
    changes.step().deletePort(ADDRESS);
    assertThat(changes.ports()).isEmpty();
    assertThat(changes.deletedPorts()).containsExactly(ADDRESS);

    changes.step().addPort(new KnownPort(ADDRESS, false, none, none, null));
    scope().port(PORT.toString()).set(Path.parse("name"), StoredJson.tree("eno1"));

    assertThat(changes.deletedPorts()).isEmpty();
    assertThat(changes.addedPorts()).isEmpty();
    assertThat(changes.updatedPorts().get(ADDRESS))
        .isEqualTo(
            StoredJson.object()
                .put("pxe_enabled", false)
                .put("name", "eno1")
                .putNull("physical_network"));
  }

  @Test
  void hooks_and_rules_see_the_changes_of_each_other() {
    changes.step().property("cpus", StoredJson.tree(8));
    scope().node().set(Path.parse("properties.memory_mb"), StoredJson.tree(1024));
    scope().port(PORT.toString()).set(Path.parse("extra.rack"), StoredJson.tree("r7"));

    assertThat(scope().node().get(Path.parse("properties.cpus")).intValue()).isEqualTo(8);
    assertThat(changes.step().property("memory_mb").intValue()).isEqualTo(1024);
    assertThat(changes.step().ports().getFirst().extra().path("rack").textValue()).isEqualTo("r7");
    assertThat(changes.applyProperties(StoredJson.object().put("set_meanwhile", true)))
        .isEqualTo(
            StoredJson.object().put("set_meanwhile", true).put("cpus", 8).put("memory_mb", 1024));
    assertThat(changes.nodeChanges().size()).isEqualTo(1);
  }

  @Test
  void a_port_that_has_no_uuid_yet_is_not_called_null() {
    changes.step().addPort(KnownPort.found(MacAddress.of("52:54:00:aa:00:02"), true));
    var scope = scope();

    assertThat(scope.port("52:54:00:AA:00:02").unmasked().path("uuid").isNull()).isTrue();
    assertThatThrownBy(() -> scope.port("null")).isInstanceOf(InspectionFailure.class);
  }

  private RuledData scope() {
    return RuledData.of(changes, none);
  }
}
