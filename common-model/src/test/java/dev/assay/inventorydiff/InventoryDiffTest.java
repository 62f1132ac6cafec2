package dev.assay.inventorydiff;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class InventoryDiffTest {
  private static final Path SAMPLES = Path.of("src/test/resources/samples");
  private static final String SERVER = "01-1u-2nic-lldp.json";

  // spotless:off
  static Stream<Arguments> changes() {
    return Stream.of(
        row("a DIMM without a module", at("/dmi/memory/devices/2", it -> it.put("Size", "No Module Installed")),
            "memory removed DIMM A3 null: DIMM A3 is gone (32 GB)."),
        row("a DIMM that is not listed", remove("/dmi/memory/devices", 2),
            "memory removed DIMM A3 null: DIMM A3 is gone (32 GB)."),
        row("another DIMM in the slot", at("/dmi/memory/devices/2", it -> it.put("Size", "64 GB")),
            "memory changed DIMM A3 Size: DIMM A3: Size was 32 GB, is 64 GB."),
        row("a disk that failed", remove("/inventory/disks", 2),
            "disk removed disk S4NDNA0K123456 null: Disk S4NDNA0K123456 is gone (480 GB, MZ7LH480HBHQ0D3)."),
        row("a new disk in the same bay", at("/inventory/disks/1", it -> it.put("serial", "NEW1")),
            "disk removed disk a1b2c3d4e5f60010 null: Disk a1b2c3d4e5f60010 is gone (240 GB, DELLBOSS VD).",
            "disk added disk NEW1 null: Disk NEW1 is new (240 GB, DELLBOSS VD)."),
        row("a disk whose serial number is not reported any more", at("/inventory/disks/0", it -> it.putNull("serial")),
            "disk changed disk 64cd98f0a1b2c30027f0d5f50c1a2b3c serial: Disk 64cd98f0a1b2c30027f0d5f50c1a2b3c: serial is not reported any more (it was 64cd98f0a1b2c30027f0d5f50c1a2b3c)."),
        row("a link that is down", at("/inventory/interfaces/1", it -> it.put("has_carrier", false)),
            "nic changed NIC b8:59:9f:10:20:31 has_carrier: NIC b8:59:9f:10:20:31 (eno2np1): link down."),
        row("the firmware of a NIC", at("/inventory/interfaces/1", it -> it.put("firmware", "22.1")),
            "nic changed NIC b8:59:9f:10:20:31 firmware: NIC b8:59:9f:10:20:31 (eno2np1): firmware is new: 22.1."),
        row("the version of the BIOS", at("/inventory/system_vendor/firmware", it -> it.put("version", "2.22.0")),
            "bios changed null version: BIOS: version was 2.21.2, is 2.22.0."),
        row("threads switched off", at("/inventory/cpu", it -> it.put("count", 40)),
            "cpu changed null count: CPU: count was 80, is 40."),
        row("flags of the CPU", at("/inventory/cpu", it -> ((ArrayNode) it.get("flags")).remove(0)),
            "cpu changed null flags: CPU: flags lost fpu."),
        row("installed memory", at("/inventory/memory", it -> it.put("physical_mb", 163840).put("total", 1)),
            "memory changed null physical_mb: Memory: physical_mb was 196608, is 163840."),
        row("a PCI device", remove("/pci_devices", 2),
            "pci removed PCI device 0000:18:00.0 null: PCI device 0000:18:00.0 is gone (1000, 0016)."),
        row("the address of the BMC", at("/inventory", it -> it.put("bmc_address", "10.30.0.22")),
            "bmc changed null bmc_address: BMC: bmc_address was 10.30.0.21, is 10.30.0.22."),
        row("a member that nobody knows", at("", it -> it.putObject("rack").put("unit", 7)),
            "other added null plugin_data/rack: plugin_data/rack is new: {\"unit\":7}."),
        row("the boot mode", at("/inventory/boot", it -> it.put("current_boot_mode", "bios")),
            "boot changed null current_boot_mode: Boot: current_boot_mode was uefi, is bios."),
        row("values that change by themselves", at("", it -> {
              ((ObjectNode) it.at("/inventory/cpu")).put("frequency", "800.0000");
              ((ObjectNode) it.at("/inventory/memory")).put("total", 201200190000L);
              ((ObjectNode) it.at("/inventory/interfaces/0")).put("ipv4_address", "192.0.2.99");
              ((ObjectNode) it.at("/inventory/disks/0")).put("name", "/dev/sdz");
              ((ObjectNode) it.at("/inventory")).put("hostname", "other");
              ((ObjectNode) it.at("/dmi/bios")).put("Handle", "Handle 0x0001");
              it.put("logs", "x").put("error", "y");
            })));
  }
  // spotless:on

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void a_change_is_told_in_parts(String name, Consumer<ObjectNode> change, List<String> expected)
      throws IOException {
    var after = sample(SERVER);
    change.accept(after);

    assertThat(diff(sample(SERVER), after).changes().stream().map(InventoryDiffTest::shown))
        .as(name)
        .containsExactlyElementsOf(expected);
  }

  static Stream<String> samples() throws IOException {
    try (var files = Files.list(SAMPLES)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("(\\d|h).*(?<!expected)\\.json"))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void order_does_not_matter(String name) throws IOException {
    var shuffled = sample(name);
    shuffle(shuffled, new Random(1));

    assertThat(diff(sample(name), shuffled).changes()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void every_component_that_is_gone_is_told_once(String name) throws IOException {
    var before = sample(name);
    if (!(before.at("/inventory/interfaces") instanceof ArrayNode nics) || nics.size() < 2) {
      return;
    }
    var after = before.deepCopy();
    ((ArrayNode) after.at("/inventory/interfaces")).remove(1);

    assertThat(diff(before, after).changes())
        .singleElement()
        .satisfies(it -> assertThat(it.part()).isEqualTo("nic"));
    assertThat(diff(after, before).changes())
        .singleElement()
        .satisfies(it -> assertThat(it.kind()).isEqualTo(Change.Kind.ADDED));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void any_two_machines_can_be_compared(String name) throws IOException {
    var diff = diff(sample(SERVER), sample(name));

    assertThat(diff.changes().isEmpty()).isEqualTo(name.equals(SERVER));
    assertThat(diff.changes())
        .allSatisfy(it -> assertThat(it.sentence()).isNotBlank().hasSizeLessThan(1000));
  }

  @Test
  void a_collector_that_did_not_run_is_one_change() throws IOException {
    var after = sample(SERVER);
    after.remove("dmi");

    assertThat(diff(sample(SERVER), after).changes())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.field()).isEqualTo("plugin_data/dmi");
              assertThat(it.sentence()).contains("is not reported any more");
              assertThat(requireNonNull(it.before()).asText()).endsWith("...").hasSize(2003);
            });
  }

  @Test
  void the_number_of_changes_is_limited() throws IOException {
    var after = sample(SERVER);
    var more = after.putObject("extra");
    var before = sample(SERVER);
    var fewer = before.putObject("extra");
    for (int i = 0; i < 1500; i++) {
      fewer.put("m" + i, 1);
      more.put("m" + i, 2);
    }

    var diff = diff(before, after);

    assertThat(diff.changes()).hasSize(InventoryDiff.MOST);
    assertThat(diff.omitted()).isEqualTo(500);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1,1,2]", "[2,1]", "[]", "[\"\",\"\",true]"})
  void lists_of_values_are_compared_with_their_repetitions(String list) {
    var before = StoredJson.object();
    before.set("list", StoredJson.read("[1,1,2]", JsonNode.class));
    var after = StoredJson.object();
    after.set("list", StoredJson.read(list, JsonNode.class));

    assertThat(diff(before, after).changes().isEmpty()).isEqualTo(list.equals("[1,1,2]"));
    assertThat(diff(after, before).changes().isEmpty()).isEqualTo(list.equals("[1,1,2]"));
  }

  @Test
  void cabling_is_told_by_NIC() {
    var before = lldp("Ethernet1/7");
    var after = lldp("Ethernet1/9");

    assertThat(diff(before, after).changes().stream().map(InventoryDiffTest::shown))
        .containsExactly(
            "nic changed NIC eno1 switch_port_id: NIC eno1: switch_port_id was Ethernet1/7, is"
                + " Ethernet1/9.");
  }

  private static ObjectNode lldp(String port) {
    var data = StoredJson.object();
    data.putObject("parsed_lldp").putObject("eno1").put("switch_port_id", port);
    data.putObject("lldp_raw").putArray("eno1").add(port);
    return data;
  }

  private static InventoryDiff diff(ObjectNode before, ObjectNode after) {
    return InventoryDiff.between(snapshot(before), snapshot(after));
  }

  private static Snapshot snapshot(ObjectNode body) {
    var pluginData = body.deepCopy();
    var inventory = pluginData.remove("inventory");
    return new Snapshot(inventory == null ? StoredJson.object() : inventory, pluginData);
  }

  private static String shown(Change it) {
    return "%s %s %s %s: %s"
        .formatted(it.part(), it.kind().wire(), it.id(), it.field(), it.sentence());
  }

  private static ObjectNode sample(String name) throws IOException {
    return StoredJson.read(Files.readString(SAMPLES.resolve(name)), ObjectNode.class);
  }

  /** Lists in lists are records of fixed order. */
  private static void shuffle(JsonNode node, Random random) {
    if (node instanceof ArrayNode array) {
      var elements = new ArrayList<JsonNode>();
      array.forEach(elements::add);
      Collections.shuffle(elements, random);
      array.removeAll().addAll(elements);
    }
    node.forEach(
        child -> {
          if (!node.isArray() || !child.isArray()) {
            shuffle(child, random);
          }
        });
  }

  private static Arguments row(String name, Consumer<ObjectNode> change, String... expected) {
    return Arguments.of(name, change, List.of(expected));
  }

  private static Consumer<ObjectNode> at(String place, Consumer<ObjectNode> change) {
    return body -> change.accept((ObjectNode) body.at(place));
  }

  private static Consumer<ObjectNode> remove(String list, int index) {
    return body -> ((ArrayNode) body.at(list)).remove(index);
  }
}
