package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.conductor.pipeline.Run;
import dev.assay.conductor.pipeline.Settings;
import dev.assay.hook.InspectionHook;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec hooks.md 10. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CpuCapabilitiesHookTest extends BuiltInHookContract {
  @Override
  protected InspectionHook hook() {
    return new CpuCapabilitiesHook();
  }

  @ParameterizedTest(name = "{0} before {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "aes pse zzz vmx         |             | cpu_vt:true,cpu_aes:true,cpu_hugepages:true",
        "aes                     | cpu_vt:true | cpu_vt:true,cpu_aes:true",
        "zzz                     | a:b         | a:b",
        "asimd aes               |             | cpu_aes:true",
        "svm vmx                 |             | cpu_vt:true",
        "pdpe1gb smx             | cpu_txt:no  | cpu_txt:true,cpu_hugepages_1g:true",
        "zzz                     |             | ''",
      })
  void sets_what_the_flags_say(String flags, String before, String after) {
    var properties = StoredJson.object();
    if (before != null) {
      properties.put("capabilities", before);
    }
    var result = Run.of(inventory(flags)).properties(properties).with(hook());

    assertThat(result.seen().property("capabilities").asText()).isEqualTo(after);
    assertThat(result.changes().properties().has("capabilities"))
        .as("an absent property stays absent without a hit")
        .isEqualTo(!after.isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'cpu':null}",
        "{'cpu':{'flags':[]}}",
        "{'cpu':{'flags':'vmx'}}",
        "{'cpu':7}"
      })
  void warns_without_flags(String inventory) {
    var result = Run.of(inventory).with(hook());

    assertThat(result.changes().properties()).isEmpty();
    assertThat(result.outcome().trace().hooks().getLast().warnings())
        .containsExactly("The inventory has no CPU flags: capabilities stay as they are.");
  }

  @Test
  void takes_another_map_in_place_of_the_default() {
    var result =
        Run.of(inventory("vmx avx512f"))
            .option("cpu-capabilities", "avx512f:cpu_avx512")
            .with(hook());

    assertThat(result.seen().property("capabilities").asText()).isEqualTo("cpu_avx512:true");
  }

  @Test
  void fails_when_the_node_has_no_list_of_capabilities() {
    var result =
        Run.of(inventory("vmx")).properties(Run.json("{'capabilities':'justtext'}")).with(hook());

    assertThat(result.sentence()).isEqualTo("Invalid capabilities string 'justtext'.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"vmx", "vmx:", ":cpu_vt", "a:b:c"})
  void stops_the_start_for_an_item_that_is_no_pair(String item) {
    assertThatThrownBy(
            () ->
                Settings.pipeline(
                    List.of("cpu-capabilities"), Map.of("assay.inspector.cpu-capabilities", item)))
        .hasMessageContaining("Hook cpu-capabilities cannot work with its options")
        .hasMessageContaining("has the item \"%s\"; write flag:capability", item);
  }

  private static String inventory(String flags) {
    return "{'cpu':{'flags':['%s']}}".formatted(flags.replace(" ", "','"));
  }
}
