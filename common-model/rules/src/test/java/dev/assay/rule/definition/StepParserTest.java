package dev.assay.rule.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.assay.rule.engine.RuleRunner;
import dev.assay.storedjson.StoredJson;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec rules.md 1 and 13: the JSON structure of conditions and actions. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StepParserTest {
  @Test
  void conditions_keep_what_is_known_and_any_is_the_default_of_multiple() {
    var wire =
        """
        [{"op": "eq", "args": [1, 1], "loop": [1], "color": "red"},
         {"op": "eq", "args": {"values": []}, "multiple": "all"},
         {"op": "eq", "args": [], "loop": "{plugin_data[x]}", "multiple": "last"},
         {"op": "eq", "args": [], "loop": null, "multiple": null}]
        """;

    assertThat(StoredJson.write(Condition.list(RuleRunner.tree(wire))))
        .isEqualTo(
            """
            [{"op":"eq","args":[1,1],"loop":[1],"multiple":"any"},\
            {"op":"eq","args":{"values":[]}},\
            {"op":"eq","args":[],"loop":"{plugin_data[x]}","multiple":"last"},\
            {"op":"eq","args":[]}]""");
  }

  @Test
  void what_is_written_is_read_again() {
    var condition =
        new Condition("eq", RuleRunner.tree("[1]"), RuleRunner.tree("[2]"), Multiple.LAST);
    var action = new Action("log", RuleRunner.tree("[1]"), null);

    assertThat(StoredJson.read(StoredJson.write(condition), Condition.class)).isEqualTo(condition);
    assertThat(StoredJson.read(StoredJson.write(action), Action.class)).isEqualTo(action);
  }

  @Test
  void conditions_may_be_absent_or_null_but_actions_may_not() {
    assertThat(Condition.list(MissingNode.getInstance())).isEmpty();
    assertThat(Condition.list(NullNode.getInstance())).isEmpty();
    assertThatThrownBy(() -> Action.list(MissingNode.getInstance()))
        .hasMessage("Schema error: 'actions' is a required property");
    assertThatThrownBy(() -> Action.list(NullNode.getInstance()))
        .hasMessage("Schema error: null is not of type 'array' (actions)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                      | {} is not of type 'array' (conditions)",
        "[1]                                     | conditions[0]: 1 is not of type 'object'",
        "[{'args': []}]                          | conditions[0]: 'op' is a required property",
        "[{'op': 'eq'}]                          | conditions[0]: 'args' is a required property",
        "[{'op': 5, 'args': []}]                 | conditions[0]: 5 is not of type 'string' (op)",
        "[{'op': 'eq', 'args': 'x'}]             | conditions[0]: 'x' is not of type 'array', 'object' (args)",
        "[{'op': 'eq', 'args': [], 'loop': 5}]   | conditions[0]: 5 is not of type 'array', 'object', 'string' (loop)",
        "[{'op': 'eq', 'args': [], 'multiple': 'some'}] | conditions[0]: 'some' is not one of [any, all, first, last] (multiple)"
      })
  void other_shapes_are_refused(String wire, String why) {
    assertThatThrownBy(() -> Condition.list(RuleRunner.tree(wire.replace('\'', '"'))))
        .isInstanceOf(InvalidRule.class)
        .hasMessage("Schema error: " + why);
  }

  @Test
  void every_problem_is_told() {
    assertThatThrownBy(() -> Action.list(RuleRunner.tree("[{}, {\"op\": \"log\"}]")))
        .hasMessage(
            "Multiple validation errors occurred: Schema error: actions[0]: 'op' is a required property; "
                + "Schema error: actions[0]: 'args' is a required property; "
                + "Schema error: actions[1]: 'args' is a required property");
  }
}
