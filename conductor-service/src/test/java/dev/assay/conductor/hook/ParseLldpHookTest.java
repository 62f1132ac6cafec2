package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Run;
import dev.assay.hook.InspectionHook;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Source of the tables: hooks.md 15; what becomes of a single TLV is in TlvReaderTest. */
class ParseLldpHookTest extends BuiltInHookContract {
  private static final String SYSTEM_NAME = "[5,\"7377\"]";

  @Override
  protected InspectionHook hook() {
    return new ParseLldpHook();
  }

  @ParameterizedTest(name = "[{0}, \"{1}\"] adds {2}")
  @CsvFileSource(resources = "/lldp/examples.csv", delimiter = '|', quoteCharacter = '\'')
  void gives_the_keys_of_the_examples(int type, String value, String added) {
    var expected = StoredJson.object().put("switch_system_name", "sw");
    expected.setAll((ObjectNode) json(added));

    var result = raw("[%s,[%d,\"%s\"]]".formatted(SYSTEM_NAME, type, value)).with(hook());

    assertThat(parsed(result)).isEqualTo(expected);
  }

  static Stream<Sample> with_LLDP() {
    return Sample.all()
        .filter(
            sample ->
                sample
                    .expected()
                    .at("/all_hooks/plugin_data_new_or_changed/parsed_lldp")
                    .isObject());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("with_LLDP")
  void gives_what_the_reference_gives_of_the_samples(Sample sample) {
    assertThat(plain(sample.run().with(hook()).seen().pluginData("parsed_lldp")))
        .isEqualTo(sample.expected().at("/all_hooks/plugin_data_new_or_changed/parsed_lldp"));
  }

  @Test
  void is_shown_by_four_samples() {
    assertThat(with_LLDP()).hasSize(4);
  }

  @Test
  void leaves_out_what_is_malformed_and_says_which_TLVs() {
    var sample = Sample.of("h6-hostile-lldp");
    var result = sample.run().with(hook());

    assertThat(result.seen().pluginData("parsed_lldp"))
        .isEqualTo(sample.expected().at("/recommended/parsed_lldp"));
    assertThat(status(result, "eno1np0")).isEqualTo("unparsable TLV 1, 2, 3, 4, 5");
    assertThat(status(result, "eno2np1")).isEqualTo("received");
    assertThat(warnings(result))
        .containsExactly(
            "Interface eno1np0: LLDP TLV 1 is ignored: chassis ID is too short (1 of 6 bytes).",
            "Interface eno1np0: LLDP TLV 2 is ignored: port ID is of subtype 6, which is not read.",
            "Interface eno1np0: LLDP TLV 3 is ignored: its value is not hexadecimal.",
            "Interface eno1np0: LLDP TLV 4 is ignored: organisation's TLV is too short (1 of 4 bytes).",
            "Interface eno1np0: LLDP TLV 5 is ignored: its value is not a string of hexadecimal"
                + " digits.");
  }

  @ParameterizedTest(name = "lldp_raw {0}, lldp {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'e0':[[5,'61']]} | null        | received         | a",
        "{'e0':[[5,'61']]} | [[5,'62']]  | received         | a",
        "{'e0':[]}         | [[5,'62']]  | received         | b",
        "{'e0':null}       | [[5,'62']]  | received         | b",
        "{'e0':'odd'}      | [[5,'62']]  | received         | b",
        "null              | [[5,'62']]  | received         | b",
        "[1,2]             | [[5,'62']]  | received         | b",
        "{'e0':[[0,'']]}   | null        | received         | ``",
        "{'e0':[]}         | null        | none             | ``",
        "{}                | []          | none             | ``",
        "{}                | null        | not collected    | ``",
        "{'e0':null}       | null        | not collected    | ``",
        "{'e0':'odd'}      | null        | unparsable       | ``",
        "{}                | {'a':1}     | unparsable       | ``",
        "{'e0':[[5,'6']]}  | null        | unparsable TLV 1 | ``",
        "{'e0':[[5,'61'],7]} | null      | unparsable TLV 2 | a",
      })
  void says_what_became_of_each_interface(String raw, String own, String status, String name) {
    var result =
        Run.of("{'interfaces':[{'name':'e0','lldp':%s}]}".formatted(own))
            .pluginData(Run.json("{'lldp_raw':%s}".formatted(raw)))
            .with(hook());

    assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(status(result, "e0")).isEqualTo(status);
    assertThat(parsed(result).path("switch_system_name").asText()).isEqualTo(name);
  }

  @ParameterizedTest(name = "{0} and then {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[[5,'61']] | null       | received      | a",
        "[[5,'61']] | []         | received      | a",
        "null       | [[5,'61']] | received      | a",
        "[[5,'61']] | [[5,'62']] | received      | b",
        "[]         | null       | none          | ``",
        "null       | null       | not collected | ``"
      })
  void keeps_what_one_record_of_an_interface_has_when_another_has_not(
      String first, String second, String status, String name) {
    var result =
        Run.of(
                "{'interfaces':[{'name':'e0','lldp':%s},{'name':'e0','lldp':%s}]}"
                    .formatted(first, second))
            .with(hook());

    assertThat(status(result, "e0")).isEqualTo(status);
    assertThat(parsed(result).path("switch_system_name").asText()).isEqualTo(name);
    assertThat(warnings(result)).hasSize(status.equals("not collected") ? 1 : 0);
  }

  @Test
  void tells_once_on_which_interfaces_nothing_was_collected() {
    var result = Run.of("{'interfaces':[{'name':'e0'},{'name':'e1'}]}").with(hook());

    assertThat(warnings(result))
        .singleElement()
        .asString()
        .contains("e0, e1", "ipa-inspection-collectors");
    assertThat(result.seen().pluginData("parsed_lldp").isMissingNode()).isTrue();
  }

  @Test
  void tells_once_of_what_it_does_not_read() {
    var med = "[[127,\"0012bb01000f04\"],[127,\"0012bb0a61\"]]";
    var result =
        Run.of("{'interfaces':[{'name':'e0'},{'name':'e1'}]}")
            .pluginData(json("{\"lldp_raw\":{\"e0\":%s,\"e1\":%s}}".formatted(med, med)))
            .with(hook());

    assertThat(warnings(result))
        .containsExactly(
            "Unsupported LLDP TLVs were ignored: organisation 00:12:bb, LLDP-MED"
                + " (assay.inspector.lldp-med reads it).");
    assertThat(status(result, "e0")).isEqualTo("received");
  }

  @Test
  void reads_LLDP_MED_when_configured() {
    var result = raw("[[127,\"0012bb0a61\"]]").option("lldp-med", "true").with(hook());

    assertThat(parsed(result)).isEqualTo(Run.json("{'switch_med_model':'a'}"));
    assertThat(warnings(result)).isEmpty();
  }

  @Test
  void keeps_U_0000_in_texts() {
    assertThat(parsed(raw("[[5,\"616200\"]]").with(hook())).path("switch_system_name").textValue())
        .isEqualTo("ab\0");
  }

  @Test
  void keeps_what_is_said_of_other_interfaces() {
    var result =
        Run.of("{'interfaces':[{'name':'e0','lldp':[[5,'61']]}]}")
            .pluginData(Run.json("{'parsed_lldp':{'e0':{'old':1},'e9':{'k':1}}}"))
            .with(hook());

    assertThat(result.seen().pluginData("parsed_lldp"))
        .isEqualTo(Run.json("{'e0':{'switch_system_name':'a'},'e9':{'k':1}}"));
  }

  @Test
  void looks_at_64_interfaces() {
    var nics =
        IntStream.range(0, 66)
            .mapToObj("{'name':'e%d','lldp':[[5,'61']]}"::formatted)
            .collect(Collectors.joining(","));
    var result = Run.of("{'interfaces':[{'mac_address':'x'},%s]}".formatted(nics)).with(hook());

    assertThat(result.seen().pluginData("lldp_status")).hasSize(64);
    assertThat(status(result, "e63")).isEqualTo("received");
    assertThat(result.seen().pluginData("parsed_lldp")).hasSize(64);
    assertThat(warnings(result)).singleElement().asString().contains("first 64 of 66 interfaces");
  }

  @Test
  void looks_at_750_TLVs_of_an_interface() {
    var result = raw(many(750, "[0,\"\"]") + SYSTEM_NAME + "]").with(hook());

    assertThat(parsed(result).isMissingNode()).isTrue();
    assertThat(status(result, "e0")).isEqualTo("received");
    assertThat(warnings(result))
        .containsExactly("Interface e0: only the first 750 of 751 LLDP TLVs are read.");
  }

  @Test
  void tells_of_many_mistakes_in_few_words() {
    var result = raw(many(99, "[5,\"zz\"]") + SYSTEM_NAME + "]").with(hook());

    assertThat(status(result, "e0"))
        .isEqualTo("unparsable TLV 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, ...");
    assertThat(warnings(result))
        .hasSize(9)
        .endsWith("Interface e0: 91 more LLDP TLVs are ignored.");
  }

  @Test
  void tells_of_lists_that_it_cuts() {
    var result = raw(many(300, "[127,\"0080c203006500\"]") + SYSTEM_NAME + "]").with(hook());

    assertThat(parsed(result).path("switch_port_vlans")).hasSize(256);
    assertThat(warnings(result))
        .containsExactly("Interface e0: too many LLDP values, not all are in switch_port_vlans.");
  }

  /** An open list of {@code count} pairs. */
  private static String many(int count, String pair) {
    return "[" + (pair + ",").repeat(count);
  }

  private static Run raw(String pairs) {
    return Run.of("{'interfaces':[{'name':'e0'}]}")
        .pluginData(json("{\"lldp_raw\":{\"e0\":%s}}".formatted(pairs)));
  }

  private static JsonNode parsed(Run.Result result) {
    return plain(result.seen().pluginData("parsed_lldp").path("e0"));
  }

  private static String status(Run.Result result, String name) {
    return result.seen().pluginData("lldp_status").path(name).asText();
  }

  private static List<String> warnings(Run.Result result) {
    return result.outcome().trace().hooks().getLast().warnings();
  }

  /** As it is read again, where a number has no width. */
  private static JsonNode plain(JsonNode value) {
    return value.isMissingNode() ? value : json(StoredJson.write(value));
  }

  private static JsonNode json(String text) {
    return StoredJson.read(text, JsonNode.class);
  }
}
