package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Run;
import dev.assay.hook.InspectionHook;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source: hooks.md 8; what the reference crashes on is warned of. */
class CpusHookTest extends BuiltInHookContract {
  @Override
  protected InspectionHook hook() {
    return new CpusHook();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {"80, 80", "'8', 8", "' 8 ', 8", "8.9, 8", "1e2, 100", "2147483647, 2147483647"})
  void sets_the_property_and_overwrites_it(String count, int cpus) {
    var result = run("{'cpu':{'count':%s}}".formatted(count));

    assertThat(result.changes().properties()).isEqualTo(Run.json("{'cpus':%d}".formatted(cpus)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'cpu':null}",
        "{'cpu':['x86_64',80]}",
        "{'cpu':{}}",
        "{'cpu':{'count':null}}",
        "{'cpu':{'count':0}}",
        "{'cpu':{'count':0.9}}",
        "{'cpu':{'count':-4}}",
        "{'cpu':{'count':true}}",
        "{'cpu':{'count':'many'}}",
        "{'cpu':{'count':'8.9'}}",
        "{'cpu':{'count':''}}",
        "{'cpu':{'count':'8\\u0000'}}",
        "{'cpu':{'count':[8]}}",
        "{'cpu':{'count':2147483648}}",
        "{'cpu':{'count':'2147483648'}}",
        "{'cpu':{'count':1e999999999}}",
        "{'cpu':{'count':1e-999999999}}"
      })
  void leaves_the_property_as_it_is_when_it_cannot_be_told(String inventory) {
    var result = run(inventory);

    assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(result.changes().properties()).isEqualTo(Run.json("{'cpus':2}"));
    assertThat(result.outcome().trace().hooks().getLast().warnings())
        .singleElement()
        .asString()
        .startsWith("cpus is left as it is");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.assay.conductor.hook.Sample#withAllHooks")
  void gives_what_the_reference_gave(Sample sample) {
    assertThat(sample.run().with(hook()).seen().property("cpus"))
        .isEqualTo(sample.expected().at("/all_hooks/node_properties/cpus"));
  }

  private Run.Result run(String inventory) {
    return Run.of(inventory).properties(Run.json("{'cpus':2}")).with(hook());
  }
}
