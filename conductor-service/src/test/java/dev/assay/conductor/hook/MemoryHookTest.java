package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Run;
import dev.assay.error.ErrorCode;
import dev.assay.hook.InspectionHook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Source: hooks.md 7; null and 0 leave the property as it is (rec.). */
class MemoryHookTest extends BuiltInHookContract {
  @Override
  protected InspectionHook hook() {
    return new MemoryHook();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 196608, 4194304, 3_000_000_000L})
  void sets_the_property_and_overwrites_it(long mebibytes) {
    var result = run("{'memory':{'physical_mb':%d,'total':5}}".formatted(mebibytes));

    assertThat(result.changes().properties())
        .isEqualTo(Run.json("{'memory_mb':%d}".formatted(mebibytes)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "0",
        "-1",
        "'196608'",
        "196608.5",
        "true",
        "[]",
        "{}",
        "9223372036854775808",
        "1e999999999",
        "'\\u0000'"
      })
  void leaves_the_property_as_it_is_when_it_cannot_be_told(String mebibytes) {
    var result = run("{'memory':{'physical_mb':%s}}".formatted(mebibytes));

    assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(result.changes().properties()).isEqualTo(Run.json("{'memory_mb':512}"));
    assertThat(result.outcome().trace().hooks().getLast().warnings())
        .singleElement()
        .asString()
        .endsWith(": memory_mb is 512.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{'memory':null}", "{'memory':'192 GiB'}", "{'memory':[]}", "{'memory':{}}"})
  void fails_when_it_is_missing(String inventory) {
    var result = run(inventory);

    assertThat(((PipelineOutcome.Failed) result.outcome()).code()).isEqualTo(ErrorCode.NO_MEMORY);
    assertThat(result.sentence())
        .startsWith(
            "Inventory for node %s is invalid: Inventory has missing memory information: "
                .formatted(Run.NODE));
    assertThat(result.changes().properties()).isEqualTo(Run.json("{'memory_mb':512}"));
  }

  @Test
  void bounds_the_sentence() {
    var result = run("{'memory':'%s'}".formatted("x".repeat(100_000)));

    assertThat(result.sentence().length()).isLessThan(500);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "0"})
  void keeps_null_and_zero_as_sent_where_the_node_has_nothing(String mebibytes) {
    var result = Run.of("{'memory':{'physical_mb':%s}}".formatted(mebibytes)).with(hook());

    assertThat(result.changes().properties())
        .isEqualTo(Run.json("{'memory_mb':%s}".formatted(mebibytes)));
  }

  private Run.Result run(String inventory) {
    return Run.of(inventory).properties(Run.json("{'memory_mb':512}")).with(hook());
  }
}
