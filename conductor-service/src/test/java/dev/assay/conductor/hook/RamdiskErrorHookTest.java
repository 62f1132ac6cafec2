package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Run;
import dev.assay.error.ErrorCode;
import dev.assay.hook.InspectionHook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source of the tables: hooks.md 3. */
class RamdiskErrorHookTest extends BuiltInHookContract {
  @Override
  protected InspectionHook hook() {
    return new RamdiskErrorHook();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'error':null}",
        "{'error':''}",
        "{'error':false}",
        "{'error':{}}",
        "{'error':[]}",
        "{'error':0}"
      })
  void passes_when_the_ramdisk_says_nothing(String data) {
    var result = Run.of("{}").pluginData(Run.json(data)).with(hook());

    assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Done.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'error':'disk collector failed'} | Ramdisk reported error: disk collector failed",
        "{'error':true} | Ramdisk reported error: true",
        "{'error':['a']} | Ramdisk reported error: ['a']"
      })
  void fails_with_what_the_ramdisk_says(String data, String expected) {
    var result = Run.of("{}").pluginData(Run.json(data)).with(hook());

    assertThat(((PipelineOutcome.Failed) result.outcome()).code())
        .isEqualTo(ErrorCode.RAMDISK_ERROR);
    assertThat(result.sentence())
        .contains("Error in preprocess hook ramdisk-error: " + expected.replace('\'', '"'));
  }

  @Test
  void bounds_the_text() {
    var data = Run.json("{'error':'%s'}".formatted("x".repeat(100_000)));

    assertThat(Run.of("{}").pluginData(data).with(hook()).sentence().length()).isLessThan(5000);
  }
}
