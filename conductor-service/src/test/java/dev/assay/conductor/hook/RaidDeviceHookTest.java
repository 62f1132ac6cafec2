package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Run;
import dev.assay.hook.InspectionHook;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source of the tables: hooks.md 17. */
class RaidDeviceHookTest extends BuiltInHookContract {
  @Override
  protected InspectionHook hook() {
    return new RaidDeviceHook();
  }

  @Test
  void asks_for_the_previous_inventory() {
    assertThat(hook().comparesWithPrevious()).isTrue();
  }

  @ParameterizedTest(name = "{0}, then {1}: {2}")
  @CsvSource({
    "A, A B, B",
    "A, A, ",
    "A, A B C, ",
    "A, A B B, ",
    "A A, B A A, B",
    "A B, B C, C",
    "A, a A, a",
    "'', A, A",
    "'', A B, "
  })
  void takes_the_one_disk_that_is_new(String before, String now, @Nullable String root) {
    var result = Run.of(disks(now)).previous(disks(before)).with(hook());

    assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(result.changes().properties())
        .isEqualTo(
            root == null
                ? Run.json("{}")
                : Run.json("{'root_device':{'serial':'%s'}}".formatted(root)));
    assertThat(warnings(result)).hasSize(root == null ? 1 : 0);
  }

  @Test
  void does_nothing_without_a_previous_inspection() {
    var result = Run.of(disks("A")).with(hook());

    assertThat(result.changes().properties()).isEmpty();
    assertThat(warnings(result)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'disks':null}",
        "{'disks':5}",
        "{'disks':[]}",
        "{'disks':[{'serial':null},{'serial':''},{'serial':7},5,null]}"
      })
  void takes_a_previous_inventory_without_serials_for_an_empty_one(String previous) {
    var result = Run.of(disks("A")).previous(Run.json(previous)).with(hook());

    assertThat(result.changes().properties()).isEqualTo(Run.json("{'root_device':{'serial':'A'}}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'disks':[{'name':'/dev/sda'}]}", "{'disks':'x'}"})
  void warns_when_no_disk_has_a_serial(String inventory) {
    var result = Run.of(inventory).previous(disks("A")).with(hook());

    assertThat(result.changes().properties()).isEmpty();
    assertThat(warnings(result)).singleElement().asString().contains("serial number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{}", "''", "{'name':'/dev/sda'}", "5"})
  void leaves_what_the_operator_said(String rootDevice) {
    var properties = Run.json("{'root_device':%s}".formatted(rootDevice));
    var result =
        Run.of(disks("A B")).previous(disks("A")).properties(properties.deepCopy()).with(hook());

    assertThat(result.changes().properties()).isEqualTo(properties);
    assertThat(warnings(result)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"s!= A", "<in> a", "S> x", " ", "=1"})
  void does_not_let_a_machine_write_expressions(String serial) {
    var inventory = disks("A");
    ((ArrayNode) inventory.path("disks")).addObject().put("serial", serial);
    var result = Run.of(inventory).previous(disks("A")).with(hook());

    assertThat(result.changes().properties()).isEmpty();
    assertThat(warnings(result)).singleElement().asString().contains("cannot be a hint");
  }

  @Test
  void does_not_take_an_endless_text_for_a_serial() {
    var result = Run.of(disks("x".repeat(3_000_000))).previous(disks("A")).with(hook());

    assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(warnings(result)).singleElement().asString().contains("cannot be a hint");
  }

  @Test
  void has_its_disk_found_by_root_device_in_the_same_inspection_and_in_the_next() {
    var now =
        Run.json("{'disks':[{'serial':'A','size':1},{'serial':'B\\u0000','size':4294967296}]}");
    var first = Run.of(now).previous(disks("A")).with(hook(), new RootDeviceHook());
    var next = Run.of(now).properties(first.changes().properties()).with(new RootDeviceHook());

    assertThat(first.changes().properties().path("local_gb").intValue()).isEqualTo(3);
    assertThat(next.changes().properties()).isEqualTo(first.changes().properties());
  }

  /** An inventory of disks with these serial numbers, separated by blanks. */
  private static JsonNode disks(String serials) {
    var inventory = JsonNodeFactory.instance.objectNode();
    var disks = inventory.putArray("disks");
    for (var serial : serials.split(" ", -1)) {
      disks.addObject().put("serial", serial);
    }
    return inventory;
  }

  private static List<String> warnings(Run.Result result) {
    return result.outcome().trace().hooks().getLast().warnings();
  }
}
