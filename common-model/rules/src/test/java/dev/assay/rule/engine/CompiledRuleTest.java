package dev.assay.rule.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.error.ErrorCode;
import dev.assay.rule.definition.InvalidRule;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec rules.md 6, 12 and 13: what is rejected when a rule is submitted. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CompiledRuleTest {
  private final RuleRegistry registry = RuleRegistries.with();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{`op`: `ne`, `args`: [1, 2]}                     | conditions[0]: 'ne' is not one of [contains, eq, | write !eq",
        "{`op`: `le`, `args`: [1, 2]}                     | 'le' is not one of | write !gt",
        "{`op`: `ge`, `args`: [1, 2]}                     | 'ge' is not one of | write !lt",
        "{`op`: `! ! eq`, `args`: [1, 2]}                 | Multiple exclamation marks are not allowed | '! ! eq'",
        "{`op`: `eq`, `args`: {}}                         | conditions[0] eq: | missing required argument(s): values",
        "{`op`: `eq`, `args`: {`value`: 1}}               | missing required argument(s): values | unexpected argument(s): value",
        "{`op`: `is-none`, `args`: [1, 2]}                | conditions[0] is-none: too many arguments | 2 given, at most 1 possible (value)",
        "{`op`: `in-net`, `args`: [`192.0.2.1`]}          | missing required argument(s) | subnet",
        "{`op`: `in-net`, `args`: [`192.0.2.300`, `192.0.2.0/24`]} | address: invalid value | IP address",
        "{`op`: `in-net`, `args`: [`1-2.0.2.1`, `192.0.2.0/24`]} | address: invalid value | IP address",
        "{`op`: `in-net`, `args`: [`::1`, `::/129`]}      | subnet: invalid value | subnet",
        "{`op`: `in-net`, `args`: [`192.0.2.1`, `192.0.2.0/255.0.255.0`]} | subnet: invalid value | mask",
        "{`op`: `in-net`, `args`: [`192.0.2.1`, `192.0.2.0/0.0.0.255`]} | subnet: invalid value | mask",
        "{`op`: `in-net`, `args`: [`192.0.2.1`, `2001:db8::/255.255.0.0`]} | subnet: invalid value | mask",
        "{`op`: `in-net`, `args`: [`192.0.2.1`, `192.0.2.010/24`]} | subnet: invalid value | subnet",
        "{`op`: `in-net`, `args`: [`192.0.02.1`, `192.0.2.0/24`]} | address: invalid value | IP address",
        "{`op`: `eq`, `args`: [1, 2], `loop`: `x{plugin_data[list]}`} | loop | nor an expression",
        "{`op`: `eq`, `args`: [1, 2], `loop`: `{plugin_data[list]:s}`} | loop | nor an expression",
        "{`op`: `eq`, `args`: [1, 2], `loop`: `{item}`}   | loop | nor an expression",
        "{`op`: `matches`, `args`: [`x`, `a(?=b)`]}       | regex: | regular expression",
        "{`op`: `one-of`, `args`: [`x`, 5]}               | values: Expected list or text | 'values'",
        "{`op`: `eq`, `args`: {`values`: [1], `force_strings`: `maybe`}} | force_strings: | true or false",
        "{`op`: `eq`, `args`: [1, 2], `loop`: `abc`}      | loop `abc` is neither"
            + " of type 'array' or 'object' | nor an expression"
      })
  void conditions_that_can_never_be_asked_are_refused(String condition, String why, String what) {
    assertThatThrownBy(() -> compile(new RuleRunner().when(condition.replace('`', '"'))))
        .isInstanceOf(InvalidRule.class)
        .hasMessageContaining(why.replace('`', '"'))
        .hasMessageContaining(what)
        .extracting(e -> ((InvalidRule) e).code())
        .isEqualTo(ErrorCode.INVALID_PARAMETER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{`op`: `set-attribute`, `args`: [[`extra`], 1]}       | path: path must be a text",
        "{`op`: `set-plugin-data`, `args`: [[`a`, 5], 1]}      | path: path is a list, but not one of texts",
        "{`op`: `set-attribute`, `args`: [`driver`, null]}     | driver: the value is mandatory",
        "{`op`: `set-attribute`, `args`: [`driver_info`, `x`]} | driver_info: the value must be an object",
        "{`op`: `set-attribute`, `args`: [`name`, true]}       | name: the value must be a string",
        "{`op`: `set-attribute`, `args`: [`maintenance`, `maybe`]} | maintenance: the value must be true or false",
        "{`op`: `set-port-attribute`, `args`: [`{item}`, `pxe_enabled`, 5], `loop`: [1]} | pxe_enabled: the value must be true or false",
        "{`op`: `extend-attribute`, `args`: [`owner`, `{node.name}`]} | owner: the value must be a string",
        "{`op`: `del-attribute`, `args`: [`driver`]}           | driver cannot be deleted",
        "{`op`: `set-capability`, `args`: [`a:b`, 1]}          | name: the name of a capability",
        "{`op`: `set-capability`, `args`: [`a`, `1,b:2`]}      | value: the value of a capability has no comma",
        "{`op`: `log`, `args`: [`x`, `info`, 5]}               | too many arguments: 3 given, at most 2 possible (msg, level)",
        "{`op`: `api-call`, `args`: [`http://a.example/`]}     | action api-call is"
            + " disabled: list the allowed hosts in assay.inspection-rules.api-call-hosts"
      })
  void actions_that_can_never_be_done_are_refused(String action, String why) {
    assertThatThrownBy(() -> compile(new RuleRunner().does(action.replace('`', '"'))))
        .isInstanceOf(InvalidRule.class)
        .hasMessageStartingWith("actions[0]")
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{`op`: `set-attribute`, `args`: [`{{ /properties/cpu_model }}`, 1]} | path: a node has no field '{ '; rules can set name,",
        "{`op`: `set-attribute`, `args`: [`nosuch/x`, 1]}      | path: a node has no field 'nosuch'",
        "{`op`: `set-attribute`, `args`: [`uuid`, 1]}          | path: field uuid of a node is read-only",
        "{`op`: `set-attribute`, `args`: [`/power_state`, 1]}  | path: field power_state of a node is read-only",
        "{`op`: `set-attribute`, `args`: [`traits`, []]}       | path: traits are changed by the actions add-trait",
        "{`op`: `set-attribute`, `args`: [`extra//a`, 1]}      | path: path 'extra//a' has an empty part",
        "{`op`: `set-attribute`, `args`: [`driver/x`, 1]}      | path: field driver of a node is no object",
        "{`op`: `del-attribute`, `args`: [`nosuch`]}           | path: a node has no field 'nosuch'",
        "{`op`: `set-port-attribute`, `args`: [`x`, `address`, 1]} | path: field address of a port is read-only",
        "{`op`: `set-port-attribute`, `args`: [`x`, `driver`, 1]} | path: a port has no field 'driver'",
        "{`op`: `set-plugin-data`, `args`: [`a..b`, 1]}        | path: path 'a..b' has an empty part",
        "{`op`: `set-attribute`, `args`: [`extra/a`, `{inventory[cpu]:%q}`]} | value: '{inventory[cpu]:%q}'",
        "{`op`: `set-attribute`, `args`: [`extra/a`, `{inventory[cpu]`]} | value:"
            + " {inventory[cpu]: the braces, brackets and names do not form a valid expression",
        "{`op`: `set-attribute`, `args`: [`extra/a`, `{item}`], `loop`: [`{node.driver!x}`]} | loop: '{node.driver!x}'"
      })
  void actions_that_clients_have_stored_elsewhere_are_taken_with_a_warning(
      String action, String warning) {
    var compiled = compile(new RuleRunner().does(action.replace('`', '"')));

    assertThat(compiled.warnings())
        .singleElement()
        .asString()
        .startsWith("actions[0] " + compiled.rule().actions().getFirst().op() + ": " + warning);
  }

  @Test
  void conditions_with_a_broken_expression_are_taken_with_a_warning() {
    var condition = "{\"op\": \"is-true\", \"args\": [\"{inventory[cpu]:%q}\"]}";

    assertThat(compile(new RuleRunner().when(condition)).warnings())
        .singleElement()
        .asString()
        .startsWith("conditions[0] is-true: value: '{inventory[cpu]:%q}'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{`op`: `set-attribute`, `args`: [`driver`, `{inventory[cpu][count]}`]}",
        "{`op`: `set-attribute`, `args`: [`{plugin_data[where]}`, null]}",
        "{`op`: `set-attribute`, `args`: [`name`, null]}",
        "{`op`: `set-attribute`, `args`: [`maintenance`, `True`]}",
        "{`op`: `set-attribute`, `args`: [`extra/driver`, null]}",
        "{`op`: `extend-attribute`, `args`: [`extra/a`, 1]}",
        "{`op`: `del-attribute`, `args`: [`owner`]}",
        "{`op`: `set-plugin-data`, `args`: [`inventory/x`, 1]}"
      })
  void actions_that_may_be_possible_are_taken(String action) {
    assertThat(compile(new RuleRunner().does(action.replace('`', '"'))).warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"set-plugin-data", "extend-plugin-data"})
  void early_rules_do_not_write_an_inventory_into_plugin_data(String action) {
    var rule =
        new RuleRunner()
            .rule(
                """
                {"phase": "early",
                 "actions": [{"op": "%s", "args": ["inventory/x", "{inventory[cpu]}"]}]}
                """
                    .formatted(action));

    assertThatThrownBy(() -> compile(rule))
        .isInstanceOf(InvalidRule.class)
        .hasMessageContaining("path: plugin data has no 'inventory' in phase early");
  }

  @Test
  void every_problem_is_told() {
    var rule =
        new RuleRunner()
            .rule(
                """
                {"conditions": [{"op": "ne", "args": [1]}, {"op": "contains", "args": ["a", "("]}],
                 "actions": [{"op": "set-attribute", "args": [5, 1]}]}
                """);

    assertThatThrownBy(() -> compile(rule))
        .hasMessageStartingWith("Multiple validation errors occurred: conditions[0]: 'ne'")
        .hasMessageContaining("; conditions[1] contains: regex: ")
        .hasMessageContaining("; actions[0] set-attribute: path: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{`op`: `set-plugin-data`, `args`: [`a`, 1, {}]}",
        "{`op`: `extend-plugin-data`, `args`: [`a`, 1, {}]}",
        "{`op`: `unset-plugin-data`, `args`: {`path`: `a`, `plugin_data`: {}}}"
      })
  void what_old_servers_add_to_arguments_says_nothing(String action) {
    assertThat(compile(new RuleRunner().does(action.replace('`', '"')))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[[1, 1]]        | true",
        "[[1, 2]]        | false",
        "[[8, `8`], true] | true",
        "[1, 1]          | true",
        "[[1], [1]]      | true",
        "[[1], true]     | true",
        "[]              | true"
      })
  void both_list_forms_of_comparisons_are_understood(String args, boolean matches) {
    var rules =
        new RuleRunner().when("{\"op\": \"eq\", \"args\": %s}".formatted(args.replace('`', '"')));

    assertThat(rules.matches()).isEqualTo(matches);
  }

  private CompiledRule compile(RuleRunner runner) {
    return CompiledRule.compile(runner.rules.getFirst(), registry);
  }
}
