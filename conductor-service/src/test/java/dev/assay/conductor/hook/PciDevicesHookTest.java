package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.conductor.pipeline.Run;
import dev.assay.conductor.pipeline.Settings;
import dev.assay.hook.InspectionHook;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec hooks.md 12. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PciDevicesHookTest extends BuiltInHookContract {
  private static final String X710 =
      "{\"vendor_id\": \"8086\", \"product_id\": \"1572\", \"name\": \"x710\"}";
  private static final String X710_OTHER =
      "{\"vendor_id\": \"8086\", \"product_id\": \"1581\", \"name\": \"x710\"}";

  @Override
  protected InspectionHook hook() {
    return new PciDevicesHook();
  }

  @ParameterizedTest(name = "{0} before {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "8086:1572 8086:1572 15b3:1017 |            | x710:2",
        "8086:1572                     | x710:5,k:v | x710:1,k:v",
        "15b3:1017                     | x710:5     | x710:5",
      })
  void counts_devices_with_an_alias(String devices, @Nullable String before, String after) {
    assertThat(run(devices, before, X710).seen().property("capabilities").asText())
        .isEqualTo(after);
  }

  @Test
  void counts_equal_names_together() {
    assertThat(
            run("8086:1572 8086:1581 8086:1572", null, X710 + "," + X710_OTHER)
                .seen()
                .property("capabilities")
                .asText())
        .isEqualTo("x710:3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{'pci_devices':null}", "{'pci_devices':'x'}", "{'pci_devices':[]}"})
  void warns_without_devices_when_there_are_aliases(String data) {
    var with = Run.of("{}").pluginData(Run.json(data)).option("pci-device-alias", X710);

    assertThat(with.with(hook()).outcome().trace().hooks().getLast().warnings())
        .containsExactly("The ramdisk sent no PCI devices: none are counted.");
    assertThat(Run.of("{}").with(hook()).outcome().trace().hooks().getLast().warnings()).isEmpty();
  }

  @Test
  void leaves_out_records_without_ids() {
    var result =
        Run.of("{}")
            .pluginData(
                Run.json(
                    "{'pci_devices':[7,{},{'vendor_id':'8086'},{'vendor_id':'8086','product_id':'1572'}]}"))
            .option("pci-device-alias", X710)
            .with(hook());

    assertThat(result.seen().property("capabilities").asText()).isEqualTo("x710:1");
    assertThat(result.outcome().trace().hooks().getLast().warnings())
        .containsExactly("3 of 4 PCI devices have no vendor_id and product_id and are left out.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"vendor_id\": \"1\", \"product_id\": \"2\"}",
        "{\"vendor_id\": \"1\", \"product_id\": \"2\", \"name\": \"n\", \"more\": \"x\"}",
        "{\"vendor_id\": 1, \"product_id\": \"2\", \"name\": \"n\"}",
        "{\"vendor_id\": \"1\", \"product_id\": \"2\", \"name\": \"a:b\"}",
        "{\"vendor_id\": \"1\", \"product_id\": \"2\", \"name\": \"\"}",
        "7"
      })
  void leaves_out_an_alias_that_makes_no_sense_and_takes_the_others(String wrong) {
    assertThat(run("8086:1572", null, wrong + "," + X710).seen().property("capabilities").asText())
        .isEqualTo("x710:1");
  }

  @Test
  void takes_aliases_as_numbered_options_and_as_one_array() {
    var numbered =
        Run.of("{}")
            .pluginData(devices("8086:1572 8086:1581"))
            .option("pci-device-alias[0]", X710)
            .option("pci-device-alias[1]", X710_OTHER);

    assertThat(numbered.with(hook()).seen().property("capabilities").asText()).isEqualTo("x710:2");
    assertThat(run("8086:1572", null, "[" + X710 + "]").seen().property("capabilities").asText())
        .isEqualTo("x710:1");
  }

  @Test
  void stops_the_start_for_what_is_no_json() {
    assertThatThrownBy(
            () ->
                Settings.pipeline(
                    List.of("pci-devices"), Map.of("assay.inspector.pci-device-alias", "{x710")))
        .hasMessageContaining("Hook pci-devices cannot work with its options")
        .hasMessageContaining("assay.inspector.pci-device-alias is no JSON");
  }

  private Run.Result run(String devices, @Nullable String before, String aliases) {
    var properties = StoredJson.object();
    if (before != null) {
      properties.put("capabilities", before);
    }
    return Run.of("{}")
        .pluginData(devices(devices))
        .properties(properties)
        .option("pci-device-alias", aliases)
        .with(hook());
  }

  private static JsonNode devices(String pairs) {
    var data = StoredJson.object();
    var list = data.putArray("pci_devices");
    for (var pair : pairs.split(" ", -1)) {
      var ids = pair.split(":", -1);
      list.addObject().put("vendor_id", ids[0]).put("product_id", ids[1]);
    }
    return data;
  }
}
