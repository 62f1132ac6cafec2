package dev.assay.rule.classic;

import static dev.assay.rule.classic.ClassicMachine.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.error.ErrorCode;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Evaluation of classic rules, docs/spec/inspector-compat.md 6.2 to 6.4. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClassicRulesTest {
  private final ClassicMachine machine = new ClassicMachine();

  @Nested
  class A_condition {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '^',
        value = {
          // comparisons, and the conversion to the type of the value
          "'field': 'memory_mb', 'op': 'eq', 'value': 16384                    | true",
          "'field': 'memory_mb', 'op': 'eq', 'value': '16384'                  | false",
          "'field': 'memory_mb', 'op': 'ne', 'value': 1                        | true",
          "'field': 'memory_mb', 'op': 'ge', 'value': 16384                    | true",
          "'field': 'memory_mb', 'op': 'gt', 'value': 16384                    | false",
          "'field': 'memory_mb', 'op': 'le', 'value': 16384                    | true",
          "'field': 'memory_mb', 'op': 'lt', 'value': 16384.5                  | true",
          "'field': 'text_number', 'op': 'eq', 'value': 12                     | true",
          "'field': 'text_number', 'op': 'gt', 'value': 9                      | true",
          "'field': 'text_number', 'op': 'gt', 'value': '9'                    | false",
          "'field': 'text_number', 'op': 'eq', 'value': 12.0                   | true",
          "'field': 'fraction', 'op': 'eq', 'value': 2                         | true",
          "'field': 'fraction', 'op': 'eq', 'value': 2.5                       | true",
          "'field': 'cpu_arch', 'op': 'eq', 'value': 'x86_64'                  | true",
          "'field': 'cpu_arch', 'op': 'eq', 'value': 'X86_64'                  | false",
          "'field': 'auto_discovered', 'op': 'eq', 'value': true               | true",
          "'field': 'auto_discovered', 'op': 'eq', 'value': 1                  | true",
          "'field': 'ipmi_v6address', 'op': 'eq', 'value': null                | true",
          "'field': 'inventory.cpu.flags', 'op': 'eq', 'value': ['aes', 'vmx'] | true",
          // networks and regular expressions
          "'field': 'ipmi_address', 'op': 'in-net', 'value': '10.9.0.0/16'     | true",
          "'field': 'ipmi_address', 'op': 'in-net', 'value': '10.10.0.0/16'    | false",
          "'field': 'ipmi_address', 'op': 'in-net', 'value': '10.9.8.7'        | true",
          "'field': 'cpu_arch', 'op': 'matches', 'value': 'x86'                | false",
          "'field': 'cpu_arch', 'op': 'matches', 'value': 'x86.*'              | true",
          "'field': 'cpu_arch', 'op': 'matches', 'value': '.*86_64$'           | true",
          "'field': 'cpu_arch', 'op': 'contains', 'value': '86'                | true",
          "'field': 'memory_mb', 'op': 'matches', 'value': '1[0-9]+'           | true",
          "'field': 'inventory.system_vendor.manufacturer', 'op': 'contains', 'value': '(?i)DELL' | true",
          // is-empty
          "'field': 'empty', 'op': 'is-empty'                                  | true",
          "'field': 'nothing', 'op': 'is-empty'                                | true",
          "'field': 'ipmi_v6address', 'op': 'is-empty'                         | true",
          "'field': 'none_text', 'op': 'is-empty'                              | false",
          "'field': 'memory_mb', 'op': 'is-empty'                              | false",
          "'field': 'no.such.field', 'op': 'is-empty'                          | true",
          "'field': 'no.such.field', 'op': 'is-empty', 'invert': true          | false",
          // a path that finds nothing
          "'field': 'no.such.field', 'op': 'eq', 'value': null                 | false",
          "'field': 'no.such.field', 'op': 'eq', 'value': 1, 'invert': true    | false",
          "'field': 'no.such.field', 'op': 'ne', 'value': 1                    | false",
          // several values
          "'field': 'inventory.disks[*].size', 'op': 'lt', 'value': 1000                       | true",
          "'field': 'inventory.disks[*].size', 'op': 'lt', 'value': 1000, 'multiple': 'any'    | true",
          "'field': 'inventory.disks[*].size', 'op': 'lt', 'value': 1000, 'multiple': 'all'    | false",
          "'field': 'inventory.disks[*].size', 'op': 'lt', 'value': 1000, 'multiple': 'first'  | false",
          "'field': 'inventory.disks[*].size', 'op': 'gt', 'value': 50, 'multiple': 'all'      | true",
          "'field': 'inventory.disks[*].size', 'op': 'gt', 'value': 1000, 'multiple': 'any', 'invert': true   | true",
          "'field': 'inventory.disks[*].size', 'op': 'gt', 'value': 50, 'multiple': 'any', 'invert': true     | false",
          "'field': 'inventory.disks[*].size', 'op': 'gt', 'value': 1000, 'multiple': 'first', 'invert': true | false",
          // schemes and paths
          "'field': 'data://memory_mb', 'op': 'eq', 'value': 16384             | true",
          "'field': 'node://properties.memory_mb', 'op': 'eq', 'value': 4096   | true",
          "'field': 'node://driver', 'op': 'eq', 'value': 'fake-hardware'      | true",
          "'field': 'node://driver_info.ipmi_password', 'op': 'contains', 'value': 'sekret' | false",
          "'field': 'password', 'op': 'contains', 'value': 'hunter2'           | false",
          "'field': '$.inventory.interfaces[1].name', 'op': 'eq', 'value': 'eno2'  | true",
          "'field': 'inventory.interfaces[-1].name', 'op': 'eq', 'value': 'eno2'   | true",
          "'field': 'inventory.interfaces[2].name', 'op': 'is-empty'               | true",
          "'field': 'inventory..mac_address', 'op': 'contains', 'value': '00:02$'  | true",
          "'field': 'inventory.cpu.*', 'op': 'eq', 'value': 'x86_64'               | true",
          "'field': 'inventory.[\\u0022a.b\\u0022][\\u0022c d\\u0022]', 'op': 'eq', 'value': 1   | true",
          "'field': 'inventory.cpu[*].count', 'op': 'eq', 'value': 8               | true",
          "'field': 'node://', 'op': 'is-empty'                                    | false",
        })
    void holds_or_not(String condition, boolean holds) {
      assertThat(machine.holds("{%s}".formatted(condition.replace('\'', '"')))).isEqualTo(holds);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '^',
        value = {
          "'field': 'cpu_arch', 'op': 'eq', 'value': 1          | a value of type str cannot be read as a whole number",
          "'field': 'inventory', 'op': 'gt', 'value': 1.5       | a value of type dict cannot be read as a number",
          "'field': 'ipmi_v6address', 'op': 'ge', 'value': 1    | a value of type NoneType cannot be read as a number",
          "'field': 'memory_mb', 'op': 'gt', 'value': 'x'       | int and str cannot be ordered",
          "'field': 'cpu_arch', 'op': 'in-net', 'value': '::/0' | invalid value: it must be an IP address",
        })
    void fails_the_introspection_when_it_cannot_be_decided(String condition, String why) {
      machine.rule(
          "{\"conditions\": [{%s}], \"actions\": [{\"action\": \"fail\", \"message\": \"x\"}]}"
              .formatted(condition.replace('\'', '"')));

      var failure = machine.failure();

      assertThat(failure.code()).isEqualTo(ErrorCode.RULE_CONDITION_FAILED);
      assertThat(failure.sentence())
          .startsWith("Failed to apply rule ")
          .contains("conditions[0]: ")
          .endsWith(why);
      assertThat(failure.trace().getFirst().matched()).isNull();
    }

    @Test
    void that_leads_to_too_many_values_fails() {
      var deep = tree("{\"a\": {}}");
      for (int i = 0; i < 40; i++) {
        var outer = ClassicMachine.object("{}");
        outer.set("a", deep);
        deep = outer;
      }
      machine.data.set("deep", deep);
      machine.rule(
          """
          {"conditions": [{"field": "deep%s", "op": "eq", "value": 1}],
           "actions": [{"action": "fail", "message": "x"}]}
          """
              .formatted("..a".repeat(20)));

      assertThat(machine.failure().sentence()).endsWith("the path leads to too many values");
    }
  }

  @Nested
  class An_action {
    @ParameterizedTest(name = "{0}: {1} is {2}")
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '^',
        value = {
          "'action': 'set-attribute', 'path': '/extra/x', 'value': 'y'               | /extra/x | 'y'",
          "'action': 'set-attribute', 'path': 'extra/x', 'value': 5                  | /extra/x | 5",
          "'action': 'set-attribute', 'path': '/extra/x', 'value': null              | /extra/x | null",
          "'action': 'set-attribute', 'path': '/extra/list/-', 'value': 3            | /extra/list | [1,2,3]",
          "'action': 'set-attribute', 'path': '/owner', 'value': 'me'                | /owner | 'me'",
          "'action': 'set-attribute', 'path': '/extra/x', 'value': '{data[cpus]}'    | /extra/x | '8'",
          "'action': 'set-attribute', 'path': '/extra/x', 'value': '{data[inventory][interfaces][0][name]}!' | /extra/x | 'eno1!'",
          "'action': 'set-attribute', 'path': '/extra/x', 'value': '{{}} {data[auto_discovered]}' | /extra/x | '{} True'",
          "'action': 'set-attribute', 'path': '/extra/x', 'value': {'k': ['{data[cpus]}', 1]} | /extra/x | {'k':['8',1]}",
          "'action': 'set-attribute', 'path': '/extra/x', 'value': {'{data[cpus]}': 1} | /extra/x | {'{data[cpus]}':1}",
          "'action': 'set-attribute', 'path': '/extra/x', 'value': '{data[cpus]:04d}' | /extra/x | '0008'",
          "'action': 'set-attribute', 'path': '/extra/x', 'value': '{data[braces]}'  | /extra/x | '{data[cpus]}'",
          "'action': 'set-attribute', 'path': '/extra/x', 'value': '{data[ipmi_v6address]}' | /extra/x | 'None'",
          "'action': 'extend-attribute', 'path': '/extra/tags', 'value': 'a'         | /extra/tags | ['a','a']",
          "'action': 'extend-attribute', 'path': '/extra/tags', 'value': 'a', 'unique': true | /extra/tags | ['a']",
          "'action': 'extend-attribute', 'path': '/extra/tags', 'value': 'b', 'unique': true | /extra/tags | ['a','b']",
          "'action': 'extend-attribute', 'path': '/extra/new', 'value': '{data[cpu_arch]}' | /extra/new | ['x86_64']",
          "'action': 'set-capability', 'name': 'boot_mode', 'value': 'uefi'          | /properties/capabilities | 'boot_mode:uefi'",
          "'action': 'set-capability', 'name': 'cores', 'value': '{data[cpus]}'      | /properties/capabilities | 'cores:8'",
          "'action': 'add-trait', 'name': 'CUSTOM_{data[cpus]}'                      | /traits | ['CUSTOM_8','CUSTOM_OLD']",
          "'action': 'remove-trait', 'name': 'CUSTOM_OLD'                            | /traits | []",
          "'action': 'remove-trait', 'name': 'CUSTOM_UNKNOWN'                        | /traits | ['CUSTOM_OLD']",
        })
    void changes_the_node(String action, String place, String value) {
      machine.does("{%s}".formatted(action.replace('\'', '"'))).trace();

      assertThat(machine.node.at(place)).isEqualTo(tree(value.replace('\'', '"')));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"'', ''", "', \"value\": null', ''"})
    void without_a_value_removes_a_capability(String value, String capabilities) {
      machine.node.withObjectProperty("properties").put("capabilities", "a:1,b:2");

      machine.does("{\"action\": \"set-capability\", \"name\": \"a\"%s}".formatted(value)).trace();

      assertThat(machine.node.at("/properties/capabilities").asText()).isEqualTo("b:2");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '^',
        value = {
          "''                          | true",
          "', 'reset_interfaces': true' | true",
          "', 'reset_interfaces': false' | false",
        })
    void with_a_new_driver_resets_its_interfaces(String given, boolean reset) {
      var more = given.substring(1, given.length() - 1).replace('\'', '"');

      machine
          .does(
              "{\"action\": \"set-attribute\", \"path\": \"/driver\", \"value\": \"redfish\"%s}"
                  .formatted(more))
          .trace();

      assertThat(machine.node.path("driver").asText()).isEqualTo("redfish");
      assertThat(machine.node.path("power_interface").isNull()).isEqualTo(reset);
    }

    @Test
    void with_the_driver_that_the_node_has_leaves_the_interfaces() {
      machine
          .does(
              "{\"action\": \"set-attribute\", \"path\": \"driver\", \"value\": \"fake-hardware\"}")
          .trace();

      assertThat(machine.node.path("power_interface").asText()).isEqualTo("fake");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '^',
        value = {
          "'action': 'set-attribute', 'path': '/extra/x', 'value': '{data[no][such]}' | {data[no][such]}: there is no such key",
          "'action': 'set-attribute', 'path': '/extra/x', 'value': '{node[driver]}'   | this variable is unknown or not available here",
          "'action': 'set-attribute', 'path': '/extra/x', 'value': '{data.__class__}' | use brackets",
          "'action': 'set-attribute', 'path': '/extra/x', 'value': '{data[cpus]:>999999999}' | support this type of value",
          "'action': 'set-attribute', 'path': '/extra/x', 'value': '{'                | do not form a valid expression",
          "'action': 'set-attribute', 'path': '/uuid', 'value': 'x'                   | field uuid of a node is read-only",
          "'action': 'set-attribute', 'path': '/nonsense', 'value': 'x'               | a node has no field 'nonsense'",
          "'action': 'extend-attribute', 'path': '/extra', 'value': 'x'               | there is no list at /extra",
          "'action': 'add-trait', 'name': 'nonsense'                                  | CUSTOM_",
        })
    void fails_the_introspection_when_it_cannot_be_done(String action, String why) {
      machine.does("{%s}".formatted(action.replace('\'', '"').replace("\"nonsense\":", "x")));

      var failure = machine.failure();

      assertThat(failure.code()).isEqualTo(ErrorCode.RULE_ACTION_FAILED);
      assertThat(failure.sentence())
          .startsWith("Failed to apply rule ")
          .contains("actions[0]: ")
          .contains(why);
    }

    @Test
    void fails_with_the_message_of_the_rule() {
      machine.does("{\"action\": \"fail\", \"message\": \"not {enough} disks\"}");

      assertThat(machine.failure().code()).isEqualTo(ErrorCode.FAILED_BY_RULE);
      assertThat(machine.failure().sentence()).endsWith("not {enough} disks");
    }
  }

  @Nested
  class Several_rules {
    private static final String SETS_OWNER =
        """
        {"conditions": [{"field": "node://owner", "op": "is-empty"}],
         "actions": [{"action": "set-attribute", "path": "/owner", "value": "%s"}]}
        """;

    @Test
    void check_all_conditions_before_any_action() {
      machine.rule(SETS_OWNER.formatted("first")).rule(SETS_OWNER.formatted("second"));

      assertThat(machine.trace()).extracting(it -> it.matched()).containsExactly(true, true);
      assertThat(machine.node.path("owner").asText()).isEqualTo("second");
    }

    @Test
    void are_watched_one_at_a_time_and_end_once() {
      machine
          .rule(SETS_OWNER.formatted("first"))
          .rule("{\"scope\": \"other\", \"actions\": [{\"action\": \"fail\", \"message\": \"\"}]}");

      machine.trace();

      assertThat(machine.watched())
          .containsExactly("begin 0", "begin 1", "end 1", "begin 0", "end 0");
    }

    @Test
    void leave_nothing_to_later_ones_after_a_failure() {
      machine
          .does("{\"action\": \"fail\", \"message\": \"stop\"}")
          .does("{\"action\": \"set-attribute\", \"path\": \"/owner\", \"value\": \"me\"}");

      machine.failure();

      assertThat(machine.node.has("owner")).isFalse();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
        nullValues = "null",
        value = {"null, true", "'', true", "lab, true", "Lab, false", "other, false"})
    void apply_to_the_nodes_of_their_scope(String scope, boolean applies) {
      var written = scope == null ? "null" : "\"" + scope + "\"";
      machine.rule(
          """
          {"scope": %s, "actions": [{"action": "set-attribute", "path": "/owner", "value": "me"}]}
          """
              .formatted(written));

      assertThat(machine.trace().getFirst().matched()).isEqualTo(applies);
      assertThat(machine.node.has("owner")).isEqualTo(applies);
    }

    @Test
    void hide_secrets_in_their_trace() {
      machine.does(
          """
          {"action": "set-attribute", "path": "/driver_info/ipmi_password", "value": "pa$$w0rd-1"}
          """);

      assertThat(machine.trace().toString()).contains("***").doesNotContain("pa$$w0rd-1");
      assertThat(machine.node.at("/driver_info/ipmi_password").asText()).isEqualTo("pa$$w0rd-1");
    }
  }
}
