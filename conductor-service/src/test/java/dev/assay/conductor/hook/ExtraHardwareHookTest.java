package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Run;
import dev.assay.hook.InspectionHook;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Source of the tables: hooks.md 13. */
class ExtraHardwareHookTest extends BuiltInHookContract {
  @Override
  protected InspectionHook hook() {
    return new ExtraHardwareHook();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        // the rows of the specification
        "[['disk','sda','size','480'],['disk','sda','model','X'],[]] | {'disk':{'sda':{'size':480,'model':'X'}}}",
        "[['cpu','physical'],['cpu']]              | {'cpu':{'physical':{}}}",
        "[['a','b','c','1'],['a','b','c','-2']]    | {'a':{'b':{'c':-2}}}",
        "[]                                        | {}",
        // its sentences
        "[['a']]                                   | {'a':{}}",
        "[['a','b','c']]                           | {'a':{'b':{}}}",
        "[['a','b','c','1','surplus']]             | {'a':{'b':{'c':1}}}",
        "[['a','b','c',' +1_000 ']]                | {'a':{'b':{'c':1000}}}",
        "[['a','b','c','1.5'],['a','b','d','0x10'],['a','b','e','']] | {'a':{'b':{'c':'1.5','d':'0x10','e':''}}}",
        "[['a','b','c',true],['a','b','d',false]]  | {'a':{'b':{'c':1,'d':0}}}",
        "[['a','b','c',7],['a','b','d',1.50],['a','b','e',null]] | {'a':{'b':{'c':7,'d':1.50,'e':null}}}",
        "[['a','b','c',['1']],['a','b','d',{'x':'1'}]] | {'a':{'b':{'c':['1'],'d':{'x':'1'}}}}",
        "[['a','b',['c'],'1'],['a',{},'c','1'],[[],'b','c','1']] | {'a':{'b':{}}}",
        "[[1,true,null,'1']]                       | {'1':{'true':{'null':1}}}",
        "[['','','','1']]                          | {'':{'':{'':1}}}"
      })
  void makes_an_object_of_the_list(String data, String extra) {
    var result = run("{'data':%s,'extra':{'old':1}}".formatted(data), false);

    assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(result.changes().pluginData()).isEqualTo(Run.json("{'extra':%s}".formatted(extra)));
  }

  @ParameterizedTest(name = "{0}, strict {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{}                       | false | {}",
        "{}                       | true  | {}",
        "{'data':{'a':1}}         | false | {'data':{'a':1}}",
        "{'data':{'a':1}}         | true  | {}",
        "{'data':null}            | false | {'data':null}",
        "{'data':'text'}          | true  | {}",
        "{'data':[['a'],5]}       | false | {'data':[['a'],5]}",
        "{'data':[['a','b']]}     | true  | {}",
        "{'data':[['a','b','c',1,2]]} | true | {}",
        "{'data':[[]]}            | true  | {}",
        "{'data':[],'extra':{'old':1}} | true | {'extra':{}}",
        "{'data':[['a','b','c','1']]}  | true | {'extra':{'a':{'b':{'c':1}}}}"
      })
  void judges_the_shape(String before, boolean strict, String after) {
    var result = run(before, strict);

    assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(result.changes().pluginData()).isEqualTo(Run.json(after));
    assertThat(warnings(result)).hasSize(after.contains("extra") ? 0 : 1);
  }

  @Test
  void warns_once_of_all_items_it_leaves_out() {
    var items = "['a',[],'%s'],".formatted("x".repeat(1000)).repeat(1000);
    var result = run("{'data':[%s['a']]}".formatted(items), false);

    assertThat(warnings(result))
        .singleElement()
        .asString()
        .startsWith("1001 items of plugin data data are left out")
        .hasSizeLessThan(500);
  }

  @Test
  void takes_any_text_and_any_depth() {
    var nested = "[".repeat(80) + "]".repeat(80);
    var result =
        run(
            "{'data':[['\\u0000','b','c','1\\u0000'],['a','b','c','%s'],['a','b','d',%s]]}"
                .formatted("9".repeat(100_000), nested),
            false);
    var extra = result.changes().pluginData().path("extra");

    assertThat(extra.path("\u0000").path("b").path("c").textValue()).isEqualTo("1\u0000");
    assertThat(extra.at("/a/b/c").textValue()).hasSize(100_000);
    assertThat(StoredJson.read(StoredJson.write(extra), Object.class)).isNotNull();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.assay.conductor.hook.Sample#withAllHooks")
  void gives_what_the_reference_gave(Sample sample) {
    var after = sample.run().with(hook()).changes().pluginData();
    var expected = sample.expected().at("/all_hooks/plugin_data_new_or_changed");

    assertThat(after.path("extra")).isEqualTo(expected.path("extra"));
    assertThat(after.has("data")).isEqualTo(false);
  }

  private Run.Result run(String pluginData, boolean strict) {
    return Run.of("{}")
        .pluginData(Run.json(pluginData))
        .option("extra-hardware-strict", String.valueOf(strict))
        .with(hook());
  }

  private static List<String> warnings(Run.Result result) {
    return result.outcome().trace().hooks().getLast().warnings();
  }
}
