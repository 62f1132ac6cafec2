package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Run;
import dev.assay.error.ErrorCode;
import dev.assay.hook.InspectionHook;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Source: hooks.md 6; null and other types count as missing (rec.). */
class ArchitectureHookTest extends BuiltInHookContract {
  @Override
  protected InspectionHook hook() {
    return new ArchitectureHook();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x86_64", "aarch64", ""})
  void sets_the_property_and_overwrites_it(String architecture) {
    var result =
        Run.of("{'cpu':{'architecture':'%s'}}".formatted(architecture))
            .properties(Run.json("{'cpu_arch':'unknown'}"))
            .with(hook());

    assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(result.seen().property("cpu_arch").asText()).isEqualTo(architecture);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'cpu':null}",
        "{'cpu':['x86_64', 80]}",
        "{'cpu':{'count':4}}",
        "{'cpu':{'architecture':null}}",
        "{'cpu':{'architecture':64}}"
      })
  void fails_when_there_is_none(String inventory) {
    var result = Run.of(inventory).with(hook());

    assertThat(((PipelineOutcome.Failed) result.outcome()).code())
        .isEqualTo(ErrorCode.NO_ARCHITECTURE);
    assertThat(result.sentence())
        .startsWith("Inventory for node " + Run.NODE + " is invalid: ")
        .contains("Inventory has malformed or missing CPU architecture information: ")
        .endsWith(" for node " + Run.NODE + ".");
    assertThat(result.changes().properties()).isEmpty();
  }
}
