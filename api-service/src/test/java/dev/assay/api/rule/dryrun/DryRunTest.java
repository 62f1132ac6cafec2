package dev.assay.api.rule.dryrun;

import static dev.assay.api.rule.dryrun.TriedOut.ROLE;
import static dev.assay.api.rule.dryrun.TriedOut.json;
import static dev.assay.api.rule.dryrun.TriedOut.rule;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.rule.RuleRequests;
import dev.assay.api.testing.Site;
import dev.assay.testing.CapturedLog;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The content of a node's line in a dry run. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DryRunTest {
  @Inject Site site;
  @Inject RuleRequests stored;
  @Inject TriedOut tried;

  @BeforeEach
  void clear() {
    site.open();
    stored.clear();
    tried.clear();
  }

  @Test
  void tells_what_would_come_of_a_node() {
    var node = tried.inspected("\"name\":\"rack-1\"", "{\"cpu\":{\"count\":8}}", "{}");
    var few = rule("{'op':'lt','args':{'values':['{inventory[cpu][count]}',4]}}", fail("few"));

    var answer = tried.post("{\"rules\":[%s,%s],\"nodes\":[\"rack-1\"]}".formatted(ROLE, few));

    assertThat(answer.contentType()).startsWith("application/x-ndjson");
    var lines = answer.asString().lines().map(TriedOut::json).toList();
    assertThat(lines)
        .containsExactly(
            json(
                """
                {'uuid': '%s', 'name': 'rack-1', 'inventory': true, 'applies': true,
                 'matched': ['rules[0]'],
                 'rules': [
                   {'rule': 'rules[0]', 'phase': 'main', 'matched': true, 'decision': null,
                    'actions': [{'action': 'actions[0] set-attribute',
                                 'changes': ['node extra/role set to \\u0022compute\\u0022']}],
                    'warnings': [], 'failure': null},
                   {'rule': 'rules[1]', 'phase': 'main', 'matched': false,
                    'decision': {'condition': 'conditions[0] lt', 'compared': 'values: [8, 4]'},
                    'actions': [], 'warnings': [], 'failure': null}],
                 'failure': null,
                 'changes': {
                   'node': [{'op': 'add', 'path': '/extra/role', 'value': 'compute'}],
                   'ports': [], 'plugin_data': []},
                 'calls': []}
                """
                    .formatted(node)),
            json(
                """
                {'summary': {'nodes': 1, 'matched': 1, 'failed': 0, 'without_inventory': 0,
                             'complete': true}}
                """));
  }

  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "set-attribute     | ['description','d']              | {'op':'replace','path':'/description','value':'d'}",
        "set-attribute     | ['extra/a~b/c','d']              | {'op':'add','path':'/extra/a~0b','value':{'c':'d'}}",
        "extend-attribute  | ['extra/list',3]                 | {'op':'add','path':'/extra/list/2','value':3}",
        "del-attribute     | ['extra/list']                   | {'op':'remove','path':'/extra/list'}",
        "set-capability    | ['boot_mode','uefi']             | {'op':'replace','path':'/properties/capabilities','value':'boot_mode:uefi'}",
        "add-trait         | ['CUSTOM_A']                     | {'op':'add','path':'/traits/0','value':'CUSTOM_A'}"
      })
  void changes_of_the_node_are_a_patch(String op, String args, String operation) {
    var node =
        tried.inspected(
            "\"extra\":{\"list\":[1,2]},\"properties\":{\"capabilities\":\"boot_mode:bios\"}",
            "{}",
            "{}");

    var line = tried.line(node, rule("", "{'op':'%s','args':%s}".formatted(op, args)));

    assertThat(line.at("/changes/node")).containsExactly(json(operation));
  }

  @Test
  void changes_of_ports_are_a_patch_for_each() {
    var node = tried.inspected();
    var first = site.port(node, "52:54:f1:d0:00:01");
    site.port(node, "52:54:f1:d0:00:02");
    var third = site.port(node, "52:54:f1:d0:00:03");

    var line =
        tried.line(
            node,
            rule(
                "",
                """
                {'op': 'set-port-attribute', 'args': ['%s', 'extra/a', 1]},
                {'op': 'set-port-attribute',
                 'args': ['52:54:F1:D0:00:03', 'pxe_enabled', false]}
                """
                    .formatted(first)));

    assertThat(line.at("/changes/ports"))
        .containsExactly(
            json(
                """
                {'uuid': '%s', 'address': '52:54:f1:d0:00:01',
                 'patch': [{'op': 'add', 'path': '/extra/a', 'value': 1}]}
                """
                    .formatted(first)),
            json(
                """
                {'uuid': '%s', 'address': '52:54:f1:d0:00:03',
                 'patch': [{'op': 'replace', 'path': '/pxe_enabled', 'value': false}]}
                """
                    .formatted(third)));
  }

  @Test
  void each_phase_sees_what_the_one_before_left() {
    var node = tried.inspected("", "{}", "{\"seen\":[\"hooks\"]}");

    var line = tried.line(node, seen("main", 9), seen("preprocess", 0), seen("early", 0));

    assertThat(line.path("rules").findValuesAsText("phase"))
        .containsExactly("early", "preprocess", "main");
    assertThat(line.at("/changes/plugin_data"))
        .containsExactly(
            json("{'op':'add','path':'/seen/1','value':'early'}"),
            json("{'op':'add','path':'/seen/2','value':'preprocess'}"),
            json("{'op':'add','path':'/seen/3','value':'main'}"));
  }

  private static String seen(String phase, int priority) {
    return """
        {"phase": "%1$s", "priority": %2$d, "actions": [
          {"op": "extend-plugin-data", "args": {"path": "seen", "value": "%1$s"}}]}
        """
        .formatted(phase, priority);
  }

  @Test
  void a_rule_that_fails_the_inspection_leaves_nothing_of_what_was_changed() {
    var node = tried.inspected();

    var line = tried.line(node, ROLE, rule("", fail("not in {node.driver}")), ROLE);

    assertThat(line.path("failure"))
        .isEqualTo(
            json(
                """
                {'code': 'FAILED_BY_RULE',
                 'error': 'Failed to inspect hardware. Reason: not in fake-hardware',
                 'hint': 'see the rule that the inspection\\u0027s trace names: it refuses such machines'}
                """));
    assertThat(line.path("changes"))
        .isEqualTo(json("{'node': [], 'ports': [], 'plugin_data': []}"));
    assertThat(line.path("rules").size()).isEqualTo(2);
    assertThat(line.at("/rules/0/actions/0/changes").size()).isEqualTo(1);
    assertThat(line.path("matched")).containsExactly(json("'rules[0]'"), json("'rules[1]'"));
  }

  /** Each is what the same value gets from a client, in the commit of an inspection too. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          properties/memory_mb | many    | properties/memory_mb must be a non-negative integer
          driver               | toaster | supports driver toaster for conductor group ''.
          conductor_group      | away    | supports driver fake-hardware for conductor group 'away'.
          boot_interface       | floppy  | Driver fake-hardware does not accept the boot_interface floppy
          name                 | taken   | A node with name taken already exists.
          parent_node          | nobody  | parent_node names node nobody, unknown
          parent_node          | taken   | parent_node names node taken of another owner
          retired_reason       | old     | retired_reason cannot be set without retired
          """)
  void what_a_conductor_would_refuse_to_commit_fails(String path, String value, String sentence) {
    site.run("update node set name = null where name = 'taken'");
    tried.node("\"name\":\"taken\",\"owner\":\"somebody\"");
    var node = tried.inspected();

    var line =
        tried.line(
            node, rule("", "{'op':'set-attribute','args':['%s','%s']}".formatted(path, value)));

    assertThat(line.at("/failure/code").asText()).isEqualTo("RULE_ACTION_FAILED");
    assertThat(line.at("/failure/error").asText())
        .contains("the values that rules set are not valid: ")
        .contains(sentence);
    assertThat(line.at("/changes/node")).isEmpty();
  }

  @Test
  void a_port_cannot_be_put_into_the_group_of_another_node() {
    var node = tried.inspected();
    site.port(node, "52:54:f1:d0:00:09");

    var line =
        tried.line(
            node,
            rule(
                "",
                "{'op':'set-port-attribute','args':['52:54:f1:d0:00:09','portgroup_uuid',"
                    + "'5e9d2c0a-0000-4000-8000-000000000000']}"));

    assertThat(line.at("/failure/error").asText()).contains("which this node does not have");
  }

  @Test
  void a_port_cannot_get_a_name_that_another_port_has() {
    site.port(tried.node(""), "52:54:f1:d0:00:11");
    site.run("update port set name = 'uplink' where address = '52:54:f1:d0:00:11'");
    var node = tried.inspected();
    site.port(node, "52:54:f1:d0:00:12");
    site.port(node, "52:54:f1:d0:00:13");

    var taken = tried.line(node, named("52:54:f1:d0:00:12", "uplink"));
    var twice =
        tried.line(node, named("52:54:f1:d0:00:12", "new"), named("52:54:f1:d0:00:13", "new"));
    var free =
        tried.line(node, named("52:54:f1:d0:00:12", "one"), named("52:54:f1:d0:00:13", "two"));

    assertThat(taken.at("/failure/code").asText()).isEqualTo("RULE_ACTION_FAILED");
    assertThat(List.of(taken, twice))
        .extracting(line -> line.at("/failure/error").asText())
        .containsOnly(
            "Inspection rule action execution failed. Reason: a rule set a port name that another"
                + " port already has");
    assertThat(free.path("failure").isNull()).as("%s", free).isTrue();
  }

  @Test
  void a_port_can_get_the_name_that_an_older_port_of_the_node_gives_up() {
    var node = tried.inspected();
    site.port(node, "52:54:f1:d0:00:14");
    site.port(node, "52:54:f1:d0:00:15");
    site.run("update port set name = 'given-up' where address = '52:54:f1:d0:00:14'");
    var older = named("52:54:f1:d0:00:14", "other");
    var younger = named("52:54:f1:d0:00:15", "given-up");

    assertThat(tried.line(node, older, younger).path("failure").isNull()).isTrue();
    assertThat(tried.line(node, younger).path("failure").isObject()).isTrue();
  }

  private static String named(String port, String name) {
    return rule("", "{'op':'set-port-attribute','args':['%s','name','%s']}".formatted(port, name));
  }

  @Test
  void the_nodes_behind_one_that_fails_are_looked_at() {
    var first = tried.inspected("", "{\"bad\":true}", "{}");
    var second = tried.inspected("", "{\"bad\":false}", "{}");
    var bad = rule("{'op':'is-true','args':['{inventory[bad]}']}", fail("bad"));

    var lines = tried.lines("{\"rules\":[%s]}".formatted(bad));

    assertThat(lines).extracting(line -> line.path("uuid").asText()).startsWith(first, second);
    assertThat(lines.get(0).path("failure").isObject()).isTrue();
    assertThat(lines.get(1).path("failure").isNull()).isTrue();
    assertThat(lines.get(2))
        .isEqualTo(
            json(
                """
                {'summary': {'nodes': 2, 'matched': 1, 'failed': 1, 'without_inventory': 0,
                             'complete': true}}
                """));
  }

  @Test
  void for_an_inspect_interface_without_rules_only_early_ones_are_run() {
    var node = site.node("{\"driver\":\"fake-hardware\",\"inspect_interface\":\"fake\"}");
    tried.keep(node, "{}", "{}");

    var line = tried.line(node, seen("early", 0), seen("preprocess", 0), ROLE);

    assertThat(line.path("applies").booleanValue()).isFalse();
    assertThat(line.path("rules").findValuesAsText("phase")).containsExactly("early");
  }

  @Test
  void a_scoped_rule_is_for_nodes_of_its_scope() {
    var lab = tried.inspected("\"properties\":{\"inspection_scope\":\"lab\"}", "{}", "{}");
    var other = tried.inspected();
    var scoped = ROLE.replaceFirst("\\{", "{\"scope\":\"lab\",");
    var early = seen("early", 0).replaceFirst("\\{", "{\"scope\":\"lab\",");

    var line = tried.line(lab, scoped, early);

    assertThat(line.path("matched")).containsExactly(json("'rules[0]'"));
    assertThat(line.at("/rules/0/decision/condition").asText()).isEqualTo("scope");
    assertThat(tried.line(other, scoped).path("matched")).isEmpty();
  }

  @Test
  void a_node_that_was_never_inspected_well_is_counted_and_nothing_is_run() {
    var node = tried.node("");

    var lines = tried.lines("{\"rules\":[%s],\"nodes\":[\"%s\"]}".formatted(ROLE, node));

    assertThat(lines.getFirst())
        .isEqualTo(
            json(
                """
                {'uuid': '%s', 'name': null, 'inventory': false, 'applies': true,
                 'matched': [], 'rules': [], 'failure': null,
                 'changes': {'node': [], 'ports': [], 'plugin_data': []}, 'calls': []}
                """
                    .formatted(node)));
    assertThat(lines.getLast().at("/summary/without_inventory").intValue()).isOne();
  }

  @Test
  void an_inventory_that_cannot_be_read_fails_its_node_and_no_other() {
    var damaged = tried.inspected("", "[", "{}");
    var sound = tried.inspected();

    var lines = tried.lines("{\"rules\":[%s]}".formatted(ROLE));

    assertThat(lines).extracting(line -> line.path("uuid").asText()).startsWith(damaged, sound);
    assertThat(lines.getFirst().at("/failure/code").asText()).isEqualTo("PAYLOAD_UNREADABLE");
    assertThat(lines.get(1).path("failure").isNull()).isTrue();
  }

  @Test
  void nothing_is_written_to_the_log() {
    var node = tried.inspected();
    JsonNode line;

    try (var log = CapturedLog.ofAll()) {
      line = tried.line(node, rule("", "{'op':'log','args':['seen by nobody','error']}"));
      assertThat(log.lines()).noneMatch(it -> it.contains("seen by nobody"));
    }

    assertThat(line.at("/rules/0/actions/0/changes/0").asText())
        .isEqualTo("logged at ERROR: seen by nobody");
  }

  @Test
  void nothing_changes() {
    var node = tried.inspected("", "{}", "{\"a\":1}");
    site.port(node);
    stored.made("\"enabled\":false");
    var every =
        rule(
            "",
            """
            {'op': 'set-attribute', 'args': ['name', 'tried-out']},
            {'op': 'add-trait', 'args': ['CUSTOM_A']},
            {'op': 'set-port-attribute', 'args': ['{ports[0].address}', 'extra/a', 1]},
            {'op': 'unset-plugin-data', 'args': ['a']},
            {'op': 'log', 'args': ['x']}
            """);
    var before = site.digest();

    var line = tried.line(node, every, every.replaceFirst("\\{", "{\"sensitive\":true,"));
    tried.lines("{}");

    assertThat(line.path("failure").isNull()).as("%s", line).isTrue();
    assertThat(line.path("changes").toString()).contains("name", "CUSTOM_A", "/extra/a", "/a");
    assertThat(site.digest()).isEqualTo(before);
  }

  private static String fail(String message) {
    return "{'op':'fail','args':{'msg':'%s'}}".formatted(message);
  }
}
