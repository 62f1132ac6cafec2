package dev.assay.rule.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.error.ErrorCode;
import dev.assay.inspection.Trace.ActionRun;
import dev.assay.inspection.Trace.Decision;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.Phase;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.CapturedLog;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleEngineTest {
  private final RuleRunner rules = new RuleRunner();

  @Nested
  class The_trace {
    @Test
    void says_which_condition_was_false_and_what_it_compared() {
      rules.rule(
          """
          {"conditions": [{"op": "is-true", "args": {"value": true}},
                          {"op": "!eq", "args": {"values": ["{inventory[cpu][count]}", 8]}}]}
          """);

      assertThat(rules.trace())
          .containsExactly(
              new RuleRun(
                  "rule-0",
                  "main",
                  false,
                  new Decision("conditions[1] !eq", "values: [8, 8]"),
                  List.of(),
                  List.of(),
                  null));
    }

    @Test
    void says_for_which_item_of_a_loop_it_was_false() {
      rules.when(
          """
          {"op": "contains", "args": {"value": "{item[name]}", "regex": "1"}, "multiple": "all",
           "loop": "{inventory[interfaces]}"}
          """);

      assertThat(rules.trace().getFirst().decision())
          .isEqualTo(
              new Decision(
                  "conditions[0] contains",
                  "regex: \"1\", value: \"eno2\", for item {\"name\": \"eno2\"}"));
    }

    @Test
    void says_that_a_loop_had_nothing_to_compare() {
      rules.when(
          "{\"op\": \"eq\", \"args\": [\"a\", \"{item}\"], \"loop\": \"{inventory[none]}\"}");

      assertThat(rules.trace().getFirst().decision())
          .isEqualTo(new Decision("conditions[0] eq", "nothing to compare: the loop is empty"));
    }

    @Test
    void says_what_each_action_changed() {
      rules.rule(
          """
          {"actions": [{"op": "set-attribute", "args": ["extra/a/b", [1, "x"]]},
                       {"op": "set-attribute", "args": ["extra/a/b", [1, "x"]]},
                       {"op": "extend-attribute", "args": ["extra/a/b", 2]},
                       {"op": "add-trait", "args": ["CUSTOM_A"]},
                       {"op": "del-attribute", "args": ["extra/a"]},
                       {"op": "set-port-attribute", "args": ["52:54:00:AA:00:01", "pxe_enabled", true]},
                       {"op": "set-plugin-data", "args": ["k", "v"]}]}
          """);

      assertThat(rules.trace().getFirst().actions())
          .containsExactly(
              new ActionRun(
                  "actions[0] set-attribute", List.of("node extra/a/b set to [1, \"x\"]")),
              new ActionRun("actions[1] set-attribute", List.of()),
              new ActionRun("actions[2] extend-attribute", List.of("node extra/a/b: 2 added")),
              new ActionRun("actions[3] add-trait", List.of("node traits set to [\"CUSTOM_A\"]")),
              new ActionRun("actions[4] del-attribute", List.of("node extra/a removed")),
              new ActionRun(
                  "actions[5] set-port-attribute",
                  List.of("port 52:54:00:aa:00:01 pxe_enabled set to true")),
              new ActionRun("actions[6] set-plugin-data", List.of("plugin_data k set to \"v\"")));
    }

    @Test
    void warns_of_what_was_not_there() {
      rules
          .when("{\"op\": \"eq\", \"args\": [\"{inventory[nope]}\", \"x\"]}")
          .does("{\"op\": \"unset-plugin-data\", \"args\": [\"a.b\"]}");

      assertThat(rules.trace())
          .extracting(RuleRun::warnings)
          .containsExactly(
              List.of("{inventory[nope]}: there is no such key"),
              List.of("plugin_data has no a.b to remove"));
    }

    @Test
    void is_short_whatever_the_values_are() {
      rules.pluginData.put("long", "x".repeat(100_000));
      rules
          .when("{\"op\": \"eq\", \"args\": [\"{plugin_data}\", 1]}")
          .does("{\"op\": \"set-attribute\", \"args\": [\"extra/a\", \"{plugin_data}\"]}");

      assertThat(StoredJson.write(rules.trace())).hasSizeLessThan(1500);
    }
  }

  @Nested
  class Order_and_scope {
    @Test
    void only_rules_of_the_phase_run() {
      rules.rule("{\"phase\": \"preprocess\"}").rule("{\"phase\": \"main\"}").in(Phase.PREPROCESS);

      assertThat(rules.trace()).extracting(RuleRun::rule).containsExactly("rule-0");
    }

    @Test
    void by_priority_then_stored_before_built_in_then_as_given() {
      rules
          .rule("{\"priority\": 1}")
          .rule("{\"priority\": 5, \"built_in\": true}")
          .rule("{\"priority\": 5}")
          .rule("{\"priority\": -3, \"built_in\": true}")
          .rule("{\"priority\": 5}")
          .rule("{\"priority\": 10000, \"built_in\": true}");

      assertThat(rules.trace())
          .extracting(RuleRun::rule)
          .containsExactly("rule-5", "rule-2", "rule-4", "rule-1", "rule-0", "rule-3");
    }

    @ParameterizedTest
    @CsvSource({
      "     ,      ,      , true",
      " lab ,      , lab  , true",
      " lab ,      , prod , false",
      " lab ,      ,      , false",
      "     , lab  , lab  , true",
      "     , lab  , prod , false",
      " lab , prod , lab  , true"
    })
    void a_rule_without_a_scope_has_the_default_scope(
        String ofRule, String byDefault, String ofNode, boolean applies) {
      var some = byDefault == null ? new RuleRunner() : new RuleRunner("default-scope", byDefault);
      some.node.putObject("properties").put("inspection_scope", ofNode);
      some.rule(ofRule == null ? "{}" : "{\"scope\": \"%s\"}".formatted(ofRule));

      assertThat(some.matches()).isEqualTo(applies);
      assertThat(some.trace().getFirst().decision() == null).isEqualTo(applies);
    }

    @Test
    void built_in_rules_have_no_default_scope() {
      var some = new RuleRunner("default-scope", "lab").rule("{\"built_in\": true}");

      assertThat(some.matches()).isTrue();
    }

    @Test
    void a_scoped_rule_never_applies_before_there_is_a_node() {
      rules.rule("{\"scope\": \"lab\", \"phase\": \"early\"}").in(Phase.EARLY);

      assertThat(rules.matches()).isFalse();
    }
  }

  @Nested
  class A_failure {
    @Test
    void of_a_condition_names_it_and_changes_nothing() {
      rules.when("{\"op\": \"lt\", \"args\": [\"{inventory[cpu][architecture]}\", 3]}");

      var failed = rules.failure();

      assertThat(failed.code()).isEqualTo(ErrorCode.RULE_CONDITION_FAILED);
      assertThat(failed.sentence())
          .isEqualTo(
              "Failed to apply rule rule-0 to node %s, conditions[0]: str and int cannot be ordered"
                  .formatted(Vector.NODE));
      assertThat(failed.trace().getFirst().matched()).isNull();
      assertThat(failed.trace().getFirst().decision())
          .isEqualTo(new Decision("conditions[0] lt", "values: [\"x86_64\", 3]"));
    }

    @Test
    void of_an_action_says_what_it_was_to_do() {
      rules.does("{\"op\": \"set-attribute\", \"args\": [\"pxe_enabled\", true]}");

      assertThat(rules.failure().sentence())
          .startsWith(
              "Inspection rule action execution failed. Reason: Failed to set attribute pxe_enabled with value True: a node has no field 'pxe_enabled'");
    }

    @Test
    void of_an_action_leaves_what_it_was_to_change_as_it_was() {
      rules.does("{\"op\": \"set-attribute\", \"args\": [\"extra/a/b\", \"{node}\"]}");
      rules.node.putObject("extra").put("a", "scalar");
      var before = rules.node.deepCopy();

      assertThat(rules.failure().code()).isEqualTo(ErrorCode.RULE_ACTION_FAILED);
      assertThat(rules.node).isEqualTo(before);
    }

    @Test
    void of_a_loop_that_is_none() {
      rules.does(
          "{\"op\": \"log\", \"args\": [\"{item}\"], \"loop\": \"{inventory[cpu][count]}\"}");

      assertThat(rules.failure().sentence())
          .contains("the loop gives neither a list nor an object: {inventory[cpu][count]}");
    }

    @Test
    void of_an_action_in_phase_early_that_needs_a_node() {
      rules
          .rule(
              "{\"phase\": \"early\", \"actions\": [{\"op\": \"add-trait\", \"args\": [\"CUSTOM_A\"]}]}")
          .in(Phase.EARLY);

      assertThat(rules.failure().sentence())
          .isEqualTo(
              "Failed to apply rule rule-0, actions[0]: action add-trait is not possible in phase early: there is no node yet");
    }
  }

  @Nested
  class Loops {
    /** As in docs/rules.md, Repeating a condition or an action. */
    @Test
    void over_the_ports_of_the_node_reaches_each() {
      rules.does(
          """
          {"op": "set-port-attribute", "loop": "{ports}",
           "args": {"port_id": "{item[address]}", "path": "/extra/hall", "value": "B"}}
          """);

      assertThat(rules.trace().getFirst().actions())
          .containsExactly(
              new ActionRun(
                  "actions[0] set-port-attribute",
                  List.of("port 52:54:00:aa:00:01 /extra/hall set to \"B\"")));
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "any   | [1, 2]              | true",
          "all   | [1, 2]              | false",
          "first | [1, 2]              | false",
          "last  | [1, 2]              | true",
          "any   | \"{inventory[none]}\" | false",
          "all   | \"{inventory[none]}\" | true",
          "first | \"{inventory[none]}\" | false",
          "last  | \"{inventory[none]}\" | false",
          "any   | \"{inventory[object]}\" | false"
        })
    void count_as_multiple_says(String multiple, String loop, boolean matches) {
      rules.when(
          "{\"op\": \"eq\", \"args\": [2, \"{item}\"], \"multiple\": \"%s\", \"loop\": %s}"
              .formatted(multiple, loop));

      assertThat(rules.matches()).isEqualTo(matches);
    }

    @Test
    void warn_of_items_that_are_not_there() {
      rules.when(
          """
          {"op": "eq", "args": [1, "{item}"], "loop": ["{inventory[nope]}", {"a": "{item}"}]}
          """);

      assertThat(rules.trace().getFirst().warnings())
          .containsExactly(
              "{inventory[nope]}: there is no such key",
              "{item}: this variable is unknown or not available here");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "R6[0-9]{2}     | 0",
          "R6[0-9]{1,2}   | 0",
          "R6[0-9]{2}{item} | 1",
          "{inventory[nope]} | 1"
        })
    void warn_of_a_regular_expression_only_if_it_speaks_of_the_data(String regex, int warnings) {
      rules.when(
          "{\"op\": \"matches\", \"args\": [\"{item}\", \"%s\"], \"loop\": [\"R640\"]}"
              .formatted(regex));

      assertThat(rules.trace().getFirst().warnings()).hasSize(warnings);
    }

    @Test
    void do_not_see_what_their_own_actions_add_to_the_list() {
      rules.pluginData.putArray("list").add("a").add("b");
      rules.does(
          "{\"op\": \"extend-plugin-data\", \"args\": [\"list\", \"{item}{item}\"], \"loop\": \"{plugin_data[list]}\"}");

      rules.trace();

      assertThat(rules.pluginData.get("list").toString()).isEqualTo("[\"a\",\"b\",\"aa\",\"bb\"]");
    }
  }

  @Nested
  class Typed_values_beside_texts {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "eq     | [\"{inventory[cpu][count]}\", \"8\"]   | true",
          "eq     | [\"{inventory[cpu][count]}\", 8]     | true",
          "eq     | [8, \"8\"]                           | false",
          "gt     | [\"{inventory[cpu][count]}\", \"10\"]  | false",
          "lt     | [\"{inventory[cpu][count]}\", \"10\"]  | true",
          "lt     | [\"7.5\", \"{inventory[cpu][count]}\"] | true",
          "one-of | [\"{inventory[cpu][count]}\", [\"8\"]] | true",
          "one-of | [8, [\"8\"]]                         | false"
        })
    void are_compared_as_what_both_can_be(String op, String args, boolean matches) {
      rules.when("{\"op\": \"%s\", \"args\": %s}".formatted(op, args));

      assertThat(rules.matches()).isEqualTo(matches);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"set-plugin-data", "extend-plugin-data"})
  void what_an_action_stores_does_not_change_with_what_it_was_taken_from(String action) {
    rules.pluginData.putObject("a").put("k", 1);
    rules
        .does("{\"op\": \"%s\", \"args\": [\"b\", \"{plugin_data[a]}\"]}".formatted(action))
        .does("{\"op\": \"set-plugin-data\", \"args\": [\"a.k\", 2]}");

    rules.trace();

    assertThat(rules.pluginData.get("b").findValue("k").intValue()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a:1,a:2,c:0  | set-capability   | [\"c\", 5] | a:1,a:2,c:5",
        "a:1,c:0,a:2  | set-capability   | [\"a\", 5] | a:5,c:0",
        "a:1,a:2,c:0  | set-capability   | [\"d\", 5] | a:1,a:2,c:0,d:5",
        "a:1,a:2,c:0  | unset-capability | [\"c\"]    | a:1,a:2",
        "b:0,a:1,a:2  | unset-capability | [\"a\"]    | b:0",
        "as delivered | unset-capability | [\"a\"]    | as delivered"
      })
  void capabilities_of_other_names_stay_as_they_are(
      String before, String action, String args, String after) {
    rules.node.putObject("properties").put("capabilities", before);
    rules.does("{\"op\": \"%s\", \"args\": %s}".formatted(action, args));

    rules.trace();

    assertThat(rules.node.at("/properties/capabilities").textValue()).isEqualTo(after);
  }

  @Test
  void rules_that_copy_what_they_copied_do_not_fill_the_memory() {
    rules.pluginData.put("x", "0123456789");
    for (int i = 0; i < 100; i++) {
      rules.does(
          "{\"op\": \"set-plugin-data\", \"args\": [\"x\", [\"{plugin_data[x]}\", \"{plugin_data[x]}\"]]}");
    }

    assertThat(rules.failure().sentence())
        .containsAnyOf("more than 1048576 characters", "nested deeper than 50");
  }

  @Test
  void numbers_are_counted_as_they_are_stored() {
    var numbers = rules.inventory.putArray("numbers");
    IntStream.range(0, 1100).forEach(_ -> numbers.add(new BigDecimal("1e999")));
    rules.does("{\"op\": \"set-plugin-data\", \"args\": [\"x\", \"{inventory[numbers]}\"]}");

    assertThat(rules.failure().sentence()).contains("more than 1048576 characters");
  }

  @Test
  void a_failure_is_told_in_few_words() {
    rules.inventory.put("long", "x".repeat(1 << 20));
    rules.does("{\"op\": \"log\", \"args\": [\"hello\", \"{inventory[long]}\"]}");

    assertThat(rules.failure().sentence()).hasSizeLessThanOrEqualTo(4000).contains("xxx...");
  }

  @Test
  void a_phase_logs_some_lines_of_some_length() {
    rules.inventory.put("long", "x".repeat(5000));
    for (int i = 0; i < 60; i++) {
      rules.does("{\"op\": \"log\", \"args\": [\"{inventory[long]}\"]}");
    }
    try (var log = CapturedLog.of("dev.assay.rule")) {
      rules.trace();

      assertThat(log.lines())
          .hasSize(51)
          .allMatch(line -> line.length() <= 4000)
          .endsWith("x".repeat(3997) + "...", "and more");
    }
  }
}
