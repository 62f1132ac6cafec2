package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Run;
import dev.assay.conductor.pipeline.Settings;
import dev.assay.error.ErrorCode;
import dev.assay.hook.InspectionHook;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source of the tables: hooks.md 18; the hints themselves: RootDeviceHintsTest. */
class RootDeviceHookTest extends BuiltInHookContract {
  private static final String SDA = "{'name':'/dev/sda','size':107374182400}";
  private static final String SDB = "{'name':'/dev/sdb','size':53687091200}";
  private static final String BOTH = "{'disks':[%s,%s]}".formatted(SDA, SDB);

  @Override
  protected InspectionHook hook() {
    return new RootDeviceHook();
  }

  @ParameterizedTest(name = "hints {0}, skip {1}, root disk {2}, spacing {3}: {4}, {5}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "                      |                        | sda | true  | sda | 99",
        "                      |                        |     | true  |     | 0",
        "{'name':'/dev/sdb'}   |                        | sda | true  | sdb | 49",
        "{'size':'<= 100'}     | [{'name':'/dev/sda'}]  | sda | true  | sdb | 49",
        "                      |                        | sda | false | sda | 100",
        // its sentences
        "{'size':'<= 100'}     |                        |     | true  | sda | 99",
        "null                  |                        | sdb | true  | sdb | 49",
        "{}                    |                        | sdb | true  | sdb | 49",
        "''                    |                        | sdb | true  | sdb | 49",
        "[]                    |                        | sdb | true  | sdb | 49",
        "                      | [{'name':'/dev/sda'}]  | sda | true  | sda | 99",
        "                      | 'not looked at'        | sda | true  | sda | 99",
        "{'size':'> 1'}        | null                   |     | true  | sda | 99",
        "{'size':'> 1'}        | []                     |     | true  | sda | 99",
        "{'size':'> 1'}        | [{'name':'x'},{'size':'> 60'}] | | true | sdb | 49",
        "{'size':'> 1'}        | [{'volume_name':'md0'},{'volume_name':'md1','name':'/dev/sda'}] | | true | sda | 99"
      })
  void finds_the_root_disk_and_keeps_its_size(
      @Nullable String hints,
      @Nullable String skip,
      @Nullable String fromRamdisk,
      String spacing,
      @Nullable String root,
      int size) {
    var result = run(BOTH, properties(hints, skip), fromRamdisk, spacing);

    assertThat(result.outcome()).as(result.sentence()).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(result.seen().pluginData("root_disk"))
        .isEqualTo(root == null ? Run.json("{}").path("none") : disk(root));
    assertThat(result.seen().pluginData("local_gb").intValue()).isEqualTo(size);
    assertThat(result.seen().property("local_gb").intValue()).isEqualTo(size);
  }

  @ParameterizedTest(name = "{0} bytes, spacing {1}: {2} GiB")
  @CsvSource({
    "1073741824, true, 0",
    "1073741823, true, 0",
    "1073741824, false, 1",
    "3221225471, false, 2",
    "10737418240, 1, 9",
    "10737418240, 0, 10",
    "10737418240, 4, 6",
    "10737418240, 11, 0",
    "1073741823, false, 0",
    "0, true, 0",
    "9223372036854775807, false, 8589934591"
  })
  void leaves_room_for_partitioning(String bytes, String spacing, long gib) {
    var inventory = "{'disks':[{'name':'/dev/sda','size':%s}]}".formatted(bytes);
    var result = run(inventory, "{'root_device':{'name':'/dev/sda'}}", null, spacing);

    assertThat(result.changes().properties())
        .isEqualTo(Run.json("{'root_device':{'name':'/dev/sda'},'local_gb':%d}".formatted(gib)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1073741823", "0", "-1", "null", "'107374182400'", "1e900", "[]"})
  void warns_of_a_root_disk_without_a_usable_size(String size) {
    var inventory = "{'disks':[{'name':'/dev/sda','size':%s}]}".formatted(size);
    var result = run(inventory, "{'root_device':{'name':'/dev/sda'},'local_gb':7}", null, "true");

    assertThat(result.seen().property("local_gb").intValue()).isZero();
    assertThat(warnings(result)).singleElement().asString().startsWith("local_gb is 0: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "'/dev/sda'", "[]", "5"})
  void takes_what_is_no_object_for_no_root_disk(String rootDisk) {
    var data = Run.json("{'root_disk':%s}".formatted(rootDisk));
    var result = Run.of(BOTH).pluginData(data.deepCopy()).with(hook());

    assertThat(result.seen().property("local_gb").intValue()).isZero();
    assertThat(result.seen().pluginData("root_disk")).isEqualTo(data.path("root_disk"));
    assertThat(warnings(result)).hasSize(rootDisk.equals("null") ? 0 : 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'name':'/dev/sdz'} | ",
        "{'size':'> 60'}     | [{'name':'/dev/sda'}]",
        "{'serial':'x'}      | "
      })
  void fails_when_no_disk_matches(String hints, @Nullable String skip) {
    var result = run(BOTH, properties(hints, skip), "sda", "true");

    assertThat(((PipelineOutcome.Failed) result.outcome()).code())
        .isEqualTo(ErrorCode.ROOT_DEVICE_NOT_FOUND);
    assertThat(result.sentence())
        .isEqualTo("No disks satisfied root device hints for node " + Run.NODE);
    assertThat(result.seen().property("local_gb").isMissingNode()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'disks':null}", "{'disks':{}}", "{'disks':[5,'/dev/sda',null]}"})
  void finds_no_disk_where_there_is_none(String inventory) {
    var result = run(inventory, "{'root_device':{'name':'s!= x'}}", null, "true");

    assertThat(((PipelineOutcome.Failed) result.outcome()).code())
        .isEqualTo(ErrorCode.ROOT_DEVICE_NOT_FOUND);
  }

  @ParameterizedTest(name = "{0}, {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'size':'foo'}  |                   | Root device hint 'size' is not an integer value. Current value: foo",
        "{'nome':'x'}    |                   | The hints 'nome' are invalid. Valid hints are: ",
        "'/dev/sda'      |                   | Root device hints must be an object",
        "5               |                   | Root device hints must be an object",
        "{'size':'> 1'}  | [{'size':'foo'}]  | skip_block_devices: Root device hint 'size' is not an integer value.",
        "{'size':'> 1'}  | [{}]              | skip_block_devices: Root device hints must be an object",
        "{'size':'> 1'}  | [5]               | skip_block_devices: Root device hints must be an object",
        "{'size':'> 1'}  | {'name':'x'}      | skip_block_devices is not a list",
        "{'size':'> 1'}  | 'x'               | skip_block_devices is not a list"
      })
  void fails_when_the_hints_make_no_sense(String hints, @Nullable String skip, String reason) {
    var result = run(BOTH, properties(hints, skip), "sda", "true");

    assertThat(((PipelineOutcome.Failed) result.outcome()).code())
        .isEqualTo(ErrorCode.ROOT_DEVICE_HINTS_INVALID);
    assertThat(result.sentence().replace('"', '\''))
        .startsWith(
            "No disks could be found using root device hints %s for node %s"
                .formatted(hints, Run.NODE))
        .contains(" because they failed to validate. Error: " + reason);
    assertThat(result.seen().property("local_gb").isMissingNode()).isTrue();
  }

  @Test
  void bounds_the_sentence() {
    var hints = "{'root_device':{'size':'%s'}}".formatted("x".repeat(100_000));

    assertThat(run(BOTH, hints, null, "true").sentence().length()).isLessThan(2000);
  }

  @Test
  void copies_a_disk_whatever_is_in_it() {
    var nested = "{'a':".repeat(90) + "1" + "}".repeat(90);
    var disk =
        "{'name':'/dev/s\\u0000a','size':107374182400,'x':%s,'y':%s}"
            .formatted("9".repeat(1000), nested);
    var result =
        run("{'disks':[%s]}".formatted(disk), "{'root_device':{'size':'> 1'}}", null, "true");
    var written = StoredJson.write(result.changes().pluginData());

    assertThat(StoredJson.read(written, JsonNode.class))
        .isEqualTo(Run.json("{'root_disk':%s,'local_gb':99}".formatted(disk)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1.5", "maybe", "99999999999", "1 GiB"})
  void refuses_a_spacing_that_makes_no_sense(String spacing) {
    var config = Settings.of(Map.of("assay.inspector.disk-partitioning-spacing", spacing));

    assertThatThrownBy(() -> hook().configured(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("assay.inspector.disk-partitioning-spacing is \"%s\"", spacing);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.assay.conductor.hook.Sample#withAllHooks")
  void gives_what_the_reference_gave(Sample sample) {
    var expected = sample.expected().path("all_hooks");
    var result = sample.run().with(hook());
    var rootDisk = expected.at("/plugin_data_new_or_changed/root_disk");

    assertThat(result.seen().property("local_gb"))
        .isEqualTo(expected.at("/node_properties/local_gb"));
    assertThat(result.seen().pluginData("root_disk"))
        .isEqualTo(rootDisk.isObject() ? rootDisk : sample.payload().path("root_disk"));
  }

  private Run.Result run(
      String inventory, String properties, @Nullable String rootDisk, String spacing) {
    var data = StoredJson.object();
    if (rootDisk != null) {
      data.set("root_disk", disk(rootDisk));
    }
    return Run.of(inventory)
        .properties(Run.json(properties))
        .pluginData(data)
        .option("disk-partitioning-spacing", spacing)
        .with(hook());
  }

  private static String properties(@Nullable String hints, @Nullable String skip) {
    var properties = StoredJson.object();
    if (hints != null) {
      properties.set("root_device", Run.json(hints));
    }
    if (skip != null) {
      properties.set("skip_block_devices", Run.json(skip));
    }
    return properties.toString();
  }

  private static JsonNode disk(String name) {
    return Run.json(name.equals("sda") ? SDA : SDB);
  }

  private static List<String> warnings(Run.Result result) {
    return result.outcome().trace().hooks().getLast().warnings();
  }
}
