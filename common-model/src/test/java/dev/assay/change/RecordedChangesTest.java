package dev.assay.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.contract.RecordedChanges;
import dev.assay.error.InspectionFailure;
import dev.assay.hook.Changes;
import dev.assay.hook.Fact;
import dev.assay.hook.KnownPort;
import dev.assay.id.MacAddress;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The changes that tests of plug-ins record are those that the service would make. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RecordedChangesTest {
  private static final MacAddress MAC = MacAddress.of("52:54:00:0a:00:01");

  private record Rack(String name) implements Fact {}

  static Stream<Function<ObjectNode, Changes>> both() {
    return Stream.of(
        RecordedChanges::new,
        properties -> ChangeSet.forHooks(properties, StoredJson.object(), List.of()).step());
  }

  @ParameterizedTest
  @MethodSource("both")
  void sets_a_capability_in_its_place(Function<ObjectNode, Changes> kind) {
    var changes = kind.apply(StoredJson.object().put("capabilities", "a:1,b:2"));
    changes.capability("a", "3:4");
    changes.capability("c", "");

    assertThat(changes.property("capabilities")).isEqualTo(TextNode.valueOf("a:3:4,b:2,c:"));
    assertThatThrownBy(() -> changes.capability("d", "1,2"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> changes.capability("", "1"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @MethodSource("both")
  void fails_when_the_capabilities_are_none(Function<ObjectNode, Changes> kind) {
    var changes = kind.apply(StoredJson.object().put("capabilities", "a:1,b"));

    assertThatThrownBy(() -> changes.capability("c", "1"))
        .isInstanceOf(InspectionFailure.class)
        .hasMessageContaining("Invalid capabilities string 'a:1,b'.");
  }

  @ParameterizedTest
  @MethodSource("both")
  void shows_properties_and_plugin_data_as_copies(Function<ObjectNode, Changes> kind) {
    var changes = kind.apply(StoredJson.object());
    var value = StoredJson.object().put("a", 1);
    changes.property("p", value);
    changes.pluginData("d", value);
    value.put("a", 2);
    ((ObjectNode) changes.property("p")).put("a", 3);
    ((ObjectNode) changes.pluginData("d")).put("a", 3);

    assertThat(changes.property("p")).hasToString("{\"a\":1}");
    assertThat(changes.pluginData("d")).hasToString("{\"a\":1}");
    changes.removePluginData("d");
    changes.removePluginData("d");
    assertThat(changes.pluginData("d").isMissingNode()).isTrue();
    assertThat(changes.property("q").isMissingNode()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("both")
  void adds_changes_and_deletes_a_port(Function<ObjectNode, Changes> kind) {
    var changes = kind.apply(StoredJson.object());
    var port = KnownPort.found(MAC, true);

    assertThatThrownBy(() -> changes.updatePort(port)).isInstanceOf(IllegalArgumentException.class);
    assertThat(changes.addPort(port)).isTrue();
    assertThat(changes.addPort(port.withPxeEnabled(false))).isFalse();
    assertThat(changes.ports()).containsExactly(port);
    changes.updatePort(port.withPhysicalNetwork("a"));
    assertThat(changes.ports()).containsExactly(port.withPhysicalNetwork("a"));
    changes.deletePort(MAC);
    changes.deletePort(MAC);
    assertThat(changes.ports()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("both")
  void passes_facts_on(Function<ObjectNode, Changes> kind) {
    var changes = kind.apply(StoredJson.object());
    assertThatThrownBy(() -> changes.need(Rack.class)).isInstanceOf(IllegalStateException.class);
    changes.fact(new Rack("r07"));
    changes.fact(new Rack("r08"));

    assertThat(changes.need(Rack.class)).isEqualTo(new Rack("r08"));
  }
}
