package dev.assay.rule.classic;

import static dev.assay.rule.classic.ClassicMachine.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.error.ErrorCode;
import dev.assay.rule.definition.InvalidRule;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is a classic rule, docs/spec/inspector-compat.md 6.1 to 6.3. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClassicRuleTest {
  private static final String FAIL = "{\"action\": \"fail\", \"message\": \"x\"}";

  @Test
  void is_shown_as_it_was_given_with_the_defaults() {
    var rule =
        read(
            """
            {"uuid": "11111111222233334444555555555555", "description": "d",
             "conditions": [{"op": "eq", "field": "data://a[0]", "value": {"x": [1, null]}},
                            {"op": "is-empty", "field": "node://b", "multiple": "all", "invert": true}],
             "actions": [{"action": "set-attribute", "path": "/driver", "value": "{data[x]}",
                          "reset_interfaces": false}]}
            """);

    assertThat(rule.document())
        .isEqualTo(
            object(
                """
                {"uuid": "11111111-2222-3333-4444-555555555555", "description": "d", "scope": null,
                 "conditions": [
                   {"op": "eq", "field": "data://a[0]", "multiple": "any", "invert": false,
                    "value": {"x": [1, null]}},
                   {"op": "is-empty", "field": "node://b", "multiple": "all", "invert": true}],
                 "actions": [{"action": "set-attribute", "path": "/driver", "value": "{data[x]}",
                              "reset_interfaces": false}]}
                """));
    assertThat(read(rule.document().toString()).document()).isEqualTo(rule.document());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{data.__class__}          | a dot reaches fields",
        "{data[a]} and {data.b}    | a dot reaches fields",
        "{node[a]}                 | variable is unknown",
        "a { b                     | do not form a valid expression",
        "{data[a]:wrong}           | does not support",
        "{data[a]!r:>20} and {{x}} | "
      })
  void tells_which_texts_can_never_be_formatted_without_repeating_them(String text, String why) {
    var rule =
        read(
            """
            {"actions": [{"action": "fail", "message": "{odd"},
                         {"action": "set-attribute", "path": "/extra/a", "value": [{"k": "%s"}]}]}
            """
                .formatted(text));

    if (why == null) {
      assertThat(rule.formatProblems()).isEmpty();
    } else {
      assertThat(rule.formatProblems())
          .singleElement()
          .asString()
          .startsWith("actions[1] value: ")
          .contains(why)
          .doesNotContain(text);
    }
  }

  @Test
  void gets_a_uuid_when_it_has_none() {
    assertThat(read("{\"uuid\": null, \"actions\": [%s]}".formatted(FAIL)).uuid().version())
        .isEqualTo(4);
  }

  @Test
  void has_the_uuid_of_its_address() {
    var uuid = UUID.randomUUID();
    var written = object("{\"actions\": [%s]}".formatted(FAIL));

    assertThat(ClassicRule.of(written, Optional.of(uuid)).uuid()).isEqualTo(uuid);
    written.put("uuid", UUID.randomUUID().toString());
    assertThatThrownBy(() -> ClassicRule.of(written, Optional.of(uuid)))
        .hasMessage("uuid: the address of the request has another UUID");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{}                                          | actions: at least one action is needed",
        "{'actions': []}                             | actions: at least one action is needed",
        "{'actions': {}}                             | actions: it must be a list of at most 1000 elements",
        "{'actions': [1]}                            | actions[0]: it must be an object",
        "{'actions': [{}]}                           | actions[0]: missing required parameter(s): action",
        "{'actions': [{'action': 'explode'}]}        | actions[0]: action explode is unknown: valid values are fail, set-attribute,",
        "{'actions': [{'action': 'fail'}]}           | actions[0]: missing required parameter(s): message",
        "{'actions': [{'action': 'fail', 'message': 1}]}        | actions[0]: message must be a text",
        "{'actions': [{'action': 'fail', 'message': 'x', 'y': 1}]} | actions[0]: unexpected parameter(s): y",
        "{'actions': [{'action': 'set-attribute', 'path': '/a'}]}  | actions[0]: missing required parameter(s): value",
        "{'actions': [{'action': 'set-attribute', 'value': '/a'}]} | actions[0]: missing required parameter(s): path",
        "{'actions': [{'action': 'set-attribute', 'path': '/a', 'value': 1, 'reset_interfaces': 'yes'}]} | reset_interfaces must be true or false",
        "{'actions': [{'action': 'extend-attribute', 'path': '/a', 'value': 1, 'unique': 1}]} | unique must be true or false",
        "{'uuid': 'x', 'actions': [F]}               | uuid: it must be a UUID",
        "{'uuid': 1, 'actions': [F]}                 | uuid: it must be a UUID",
        "{'description': 1, 'actions': [F]}          | description: it must be a text of at most 4096 characters, or null",
        "{'scope': 'LONG', 'actions': [F]}           | scope: it must be a text of at most 255 characters, or null",
        "{'condition': [], 'actions': [F]}           | 'condition' is no member of a rule",
        "{'conditions': {}, 'actions': [F]}          | conditions: it must be a list",
        "{'conditions': [{'field': 'a', 'value': 1}], 'actions': [F]}   | conditions[0]: missing required parameter(s): op",
        "{'conditions': [{'op': 'eq', 'value': 1}], 'actions': [F]}     | conditions[0]: missing required parameter(s): field",
        "{'conditions': [{'op': 'eq', 'field': 'a'}], 'actions': [F]}   | conditions[0]: missing required parameter(s): value",
        "{'conditions': [{'op': 'is-empty', 'field': 'a', 'value': 1}], 'actions': [F]} | conditions[0]: unexpected parameter(s): value",
        "{'conditions': [{'op': 'eq', 'field': 'a', 'value': 1, 'x': 1}], 'actions': [F]} | conditions[0]: unexpected parameter(s): x",
        "{'conditions': [{'op': 'like', 'field': 'a', 'value': 1}], 'actions': [F]} | op like is unknown: valid values are eq, ne,",
        "{'conditions': [{'op': 'eq', 'field': 1, 'value': 1}], 'actions': [F]} | field must be a text",
        "{'conditions': [{'op': 'eq', 'field': 'http://a', 'value': 1}], 'actions': [F]} | unsupported scheme http: valid values are data:// and node://",
        "{'conditions': [{'op': 'eq', 'field': 'a', 'value': 1, 'multiple': 'some'}], 'actions': [F]} | multiple must be any, all or first",
        "{'conditions': [{'op': 'eq', 'field': 'a', 'value': 1, 'invert': 'x'}], 'actions': [F]} | invert must be true or false",
        "{'conditions': [{'op': 'in-net', 'field': 'a', 'value': 'junk'}], 'actions': [F]} | invalid value: it must be a subnet",
        "{'conditions': [{'op': 'matches', 'field': 'a', 'value': '('}], 'actions': [F]} | invalid regular expression",
        "{'conditions': [{'op': 'contains', 'field': 'a', 'value': 'a(?=b)'}], 'actions': [F]} | invalid regular expression",
      })
  void is_refused_with_the_reason(String written, String why) {
    var json =
        written
            .replace('\'', '"')
            .replace("[F]", "[" + FAIL + "]")
            .replace("LONG", "x".repeat(256));

    assertThatThrownBy(() -> read(json))
        .isInstanceOf(InvalidRule.class)
        .hasMessageContaining(why.replace("'condition'", "'condition'"))
        .extracting(e -> ((InvalidRule) e).code())
        .isEqualTo(ErrorCode.INVALID_PARAMETER);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "a.            | a name is missing",
        "a..           | a name is missing",
        ".a            | unexpected '.'",
        "a[            | an opening bracket has no closing one",
        "a[1           | brackets have an index",
        "a[?(@.b=1)]   | filters and slices do not work",
        "a[0:2]        | filters and slices do not work",
        "a[9999999999] | brackets have an index",
        "a['b          | an opening quote has no closing one",
        "a b           | a dot or a bracket is missing",
        "a(b)          | a dot or a bracket is missing",
        "a,b           | a dot or a bracket is missing",
      })
  void cannot_have_a_path_that_is_none(String path, String why) {
    assertThatThrownBy(() -> FieldPath.parse(path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("unable to parse JSON path ")
        .hasMessageContaining(why);
  }

  @Test
  void has_all_its_problems_told_at_once() {
    assertThatThrownBy(() -> read("{\"scope\": 1, \"actions\": [{\"action\": \"x\"}, 1]}"))
        .extracting(e -> ((InvalidRule) e).problems().size())
        .isEqualTo(3);
  }

  private static ClassicRule read(String json) {
    return ClassicRule.of(object(json), Optional.empty());
  }
}
