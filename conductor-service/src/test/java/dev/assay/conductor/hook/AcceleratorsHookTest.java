package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.conductor.pipeline.Run;
import dev.assay.conductor.pipeline.Settings;
import dev.assay.hook.InspectionHook;
import dev.assay.storedjson.StoredJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec hooks.md 11. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AcceleratorsHookTest extends BuiltInHookContract {
  private static final String OLD = "[{'old':'entry'}]";
  private static final String T4 =
      "{'vendor_id':'10de','device_id':'1eb8','type':'GPU','device_info':'NVIDIA Corporation Tesla T4','pci_address':'0000:3b:00.0'}";

  @TempDir
  @SuppressWarnings("NullAway.Init") // filled by JUnit
  private Path folder;

  @Override
  protected InspectionHook hook() {
    return new AcceleratorsHook();
  }

  @ParameterizedTest(name = "{0} before {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "10de:1eb8@0000:3b:00.0 8086:1563@0000:01:00.0 | [] | [" + T4 + "]",
        "8086:1563@0000:01:00.0 | " + OLD + " | []",
        "10DE:1EB8@0000:3b:00.0 | [] | []",
        "10de:1eb8 | " + OLD + " | []",
      })
  void keeps_the_known_devices(String devices, String before, String after) {
    var result =
        Run.of("{}")
            .pluginData(devices(devices))
            .properties(Run.json("{'accelerators':%s}".formatted(before)))
            .with(hook());

    assertThat(result.seen().property("accelerators")).isEqualTo(Run.json(after));
  }

  @Test
  void leaves_the_property_when_no_devices_were_received() {
    var result =
        Run.of("{}").properties(Run.json("{'accelerators':%s}".formatted(OLD))).with(hook());

    assertThat(result.seen().property("accelerators")).isEqualTo(Run.json(OLD));
    assertThat(result.outcome().trace().hooks().getLast().warnings())
        .containsExactly("The ramdisk sent no PCI devices: property accelerators stays as it is.");
  }

  @Test
  void warns_of_a_known_device_without_address() {
    assertThat(
            Run.of("{}")
                .pluginData(devices("10de:1eb8"))
                .with(hook())
                .outcome()
                .trace()
                .hooks()
                .getLast()
                .warnings())
        .containsExactly(
            "Accelerator 10de:1eb8 is left out: the ramdisk did not send its PCI address.");
  }

  @ParameterizedTest
  @CsvSource({"1eb8", "1df6", "2236", "2235", "26b9", "26ba"})
  void knows_the_devices_of_the_shipped_file(String product) {
    var found =
        Run.of("{}")
            .pluginData(devices("10de:%s@0000:00:00.0".formatted(product)))
            .with(hook())
            .seen()
            .property("accelerators");

    assertThat(found).hasSize(1);
    assertThat(found.path(0).path("type").asText()).isEqualTo("GPU");
    assertThat(found.path(0).path("device_info").asText()).startsWith("NVIDIA Corporation ");
  }

  @Test
  void takes_the_operators_file_in_place_of_the_shipped_one() throws IOException {
    var file =
        Files.writeString(
            folder.resolve("own.yaml"),
            "pci_devices: [{vendor_id: '8086', device_id: '1563', type: NIC}]");
    var found =
        Run.of("{}")
            .pluginData(devices("8086:1563@a 10de:1eb8@b"))
            .option("known-accelerators", file.toString())
            .with(hook())
            .seen()
            .property("accelerators");

    assertThat(found)
        .isEqualTo(
            Run.json("[{'vendor_id':'8086','device_id':'1563','type':'NIC','pci_address':'a'}]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{} | it needs the list pci_devices at the top",
        "[1] | it needs the list pci_devices at the top",
        "pci_devices: x | it needs the list pci_devices at the top",
        "pci_devices: [{vendor_id: '8086'}] | item 1 of pci_devices needs vendor_id and device_id",
        "pci_devices: [{vendor_id: 8086, device_id: '1'}] | as texts (quote digits)",
        "a: b: c | it is no YAML",
        "!!java.net.URL [x] | it is no YAML",
      })
  void stops_the_start_for_a_file_that_makes_no_sense(String text, String why) throws IOException {
    var file = Files.writeString(folder.resolve("own.yaml"), text);

    assertThatThrownBy(() -> start(file))
        .hasMessageContaining("Hook accelerators cannot work with its options")
        .hasMessageContaining("assay.inspector.known-accelerators: %s", file)
        .hasMessageContaining(why);
  }

  @Test
  void stops_the_start_for_a_file_that_is_not_there() {
    assertThatThrownBy(() -> start(folder.resolve("nosuch")))
        .hasMessageContaining("%s cannot be read", folder.resolve("nosuch"));
  }

  private static void start(Path file) {
    Settings.pipeline(
        List.of("accelerators"), Map.of("assay.inspector.known-accelerators", file.toString()));
  }

  /** "vendor:product@bus", several separated by blanks. */
  private static JsonNode devices(String text) {
    var data = StoredJson.object();
    var list = data.putArray("pci_devices");
    for (var item : text.split(" ", -1)) {
      var parts = item.split("@", 2);
      var ids = parts[0].split(":", -1);
      var device = list.addObject().put("vendor_id", ids[0]).put("product_id", ids[1]);
      if (parts.length == 2) {
        device.put("bus", parts[1]);
      }
    }
    return data;
  }
}
