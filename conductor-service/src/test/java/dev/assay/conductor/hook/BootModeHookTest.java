package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.pipeline.Run;
import dev.assay.hook.InspectionHook;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec hooks.md 9. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BootModeHookTest extends BuiltInHookContract {
  @Override
  protected InspectionHook hook() {
    return new BootModeHook();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'boot':{'current_boot_mode':'uefi'}} | boot_mode:uefi",
        "{'boot':{'current_boot_mode':'bios'}} | boot_mode:bios",
        "{'boot':{'current_boot_mode':''}}     | boot_mode:",
      })
  void sets_the_capability(String inventory, String capabilities) {
    var result = Run.of(inventory).with(hook());

    assertThat(result.seen().property("capabilities").asText()).isEqualTo(capabilities);
    assertThat(result.outcome().trace().hooks().getLast().warnings()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{}",
        "{'boot':null}",
        "{'boot':'uefi'}",
        "{'boot':{}}",
        "{'boot':{'current_boot_mode':null}}",
        "{'boot':{'current_boot_mode':1}}",
        "{'boot':{'current_boot_mode':'uefi,other:true'}}",
      })
  void warns_and_changes_nothing_without_a_mode(String inventory) {
    var result = Run.of(inventory).properties(Run.json("{'capabilities':'a:b'}")).with(hook());

    assertThat(result.seen().property("capabilities").asText()).isEqualTo("a:b");
    assertThat(result.outcome().trace().hooks().getLast().warnings())
        .singleElement()
        .asString()
        .startsWith("The inventory does not say how the machine booted (")
        .endsWith("): boot_mode stays as it is.");
  }
}
