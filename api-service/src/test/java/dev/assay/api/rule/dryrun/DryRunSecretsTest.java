package dev.assay.api.rule.dryrun;

import static dev.assay.api.rule.dryrun.TriedOut.json;
import static dev.assay.api.rule.dryrun.TriedOut.rule;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.rule.RuleRequests;
import dev.assay.api.testing.Answers;
import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A dry run discloses neither secrets of machines nor the content of sensitive rules. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DryRunSecretsTest {
  private static final String SECRET = "s3cr3t-";

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
  void with_more_secrets_than_can_be_looked_for_everything_is_masked() {
    var secrets =
        IntStream.range(0, 201).mapToObj("\"s3cr3t-%d\""::formatted).collect(joining(","));
    var node = tried.inspected("", "{\"password\": [%s]}".formatted(secrets), "{}");

    var line =
        tried.line(node, rule("", "{'op': 'set-attribute', 'args': ['extra/a', 's3cr3t-7']}"));

    assertThat(line.path("rules")).containsExactly(json("'***'"));
    assertThat(line.toString()).doesNotContain(SECRET);
  }

  /** Whatever the rules do with the secrets. */
  @Test
  void no_secret_of_a_machine_is_shown() {
    var node =
        tried.inspected(
            """
            "driver_info": {"redfish_password": "s3cr3t-redfish", "user": "s3cr3t-redfish"},
            "instance_info": {"ssl_key": "s3cr3t-instance"}
            """,
            """
            {"bmc_password": "s3cr3t-inventory", "note": "login s3cr3t-inventory now"}
            """,
            """
            {"auth_token": "s3cr3t-data", "list": [{"password": "s3cr3t-list"}],
             "deep": {"password": ["s3cr3t-deep"]}, "copy": "s3cr3t-data"}
            """);
    var actions =
        """
        {'op': 'set-attribute', 'args': ['extra/note', '{inventory[note]}']},
        {'op': 'set-attribute', 'args': ['extra/s3cr3t-redfish', '{node.driver_info[user]}']},
        {'op': 'set-attribute', 'args': ['driver_info/redfish_password', 's3cr3t-new']},
        {'op': 'set-attribute', 'args': ['driver_info/snmp', {'auth_key': 's3cr3t-snmp'}]},
        {'op': 'set-attribute', 'args': ['extra/api_token', 's3cr3t-token']},
        {'op': 'set-plugin-data', 'args': ['whole', '{plugin_data}']},
        {'op': 'extend-plugin-data', 'args': ['list', {'password': 's3cr3t-more'}]},
        {'op': 'set-plugin-data', 'args': ['auth_token', 's3cr3t-other']},
        {'op': 'unset-plugin-data', 'args': ['deep']},
        {'op': 'log', 'args': ['{plugin_data[copy]} {inventory[note]}']}
        """;
    var unlike = "{'op':'!contains','args':['{inventory[note]}','now']}";

    var line =
        tried.line(
            node,
            rule("", actions),
            rule("", actions).replaceFirst("\\{", "{\"phase\":\"preprocess\","),
            rule(unlike, actions));

    assertThat(line.path("failure").isNull()).as("%s", line).isTrue();
    assertThat(line.at("/changes/node"))
        .contains(
            json("{'op':'add','path':'/extra/note','value':'login *** now'}"),
            json("{'op':'add','path':'/extra/***','value':'***'}"),
            json("{'op':'replace','path':'/driver_info/redfish_password','value':'***'}"),
            json("{'op':'add','path':'/driver_info/snmp','value':{'auth_key':'***'}}"));
    assertThat(line.toString()).doesNotContain(SECRET);
  }

  @Test
  void a_machine_that_is_refused_with_its_secret_does_not_show_it() {
    var node = tried.inspected("", "{\"password\":\"s3cr3t-a\",\"b\":\"is s3cr3t-a\"}", "{}");

    var line = tried.line(node, rule("", "{'op':'fail','args':['{inventory[b]}']}"));

    assertThat(line.at("/failure/error").asText()).endsWith("Reason: is ***");
  }

  @Test
  void of_a_sensitive_rule_it_is_shown_where_it_wrote_and_not_what() {
    var node = tried.inspected("\"extra\":{\"list\":[\"a\"]}", "{}", "{\"n\":1}");
    var uuid = sensitive();

    var line =
        tried.lines("{\"uuids\":[\"%s\"],\"nodes\":[\"%s\"]}".formatted(uuid, node)).getFirst();

    assertThat(line.path("rules"))
        .containsExactly(
            json(
                """
                {'rule': '%s', 'phase': 'main', 'matched': true, 'decision': null,
                 'actions': [{'action': 'actions[0]', 'changes': []},
                             {'action': 'actions[1]', 'changes': []},
                             {'action': 'actions[2]', 'changes': []}],
                 'warnings': [], 'failure': null}
                """
                    .formatted(uuid)));
    assertThat(line.at("/changes/node"))
        .containsExactlyInAnyOrder(
            json("{'op':'add','path':'/extra/list/1','value':'***'}"),
            json("{'op':'add','path':'/extra/role','value':'***'}"));
    assertThat(line.at("/changes/plugin_data"))
        .containsExactly(json("{'op':'replace','path':'/n','value':'***'}"));
  }

  /** Otherwise a client could use a dry run to read the content of a sensitive rule. */
  @Test
  void what_a_sensitive_rule_wrote_is_not_shown_by_another_that_reads_it() {
    var node = tried.inspected("\"extra\":{\"list\":[\"a\"]}", "{}", "{\"n\":1}");
    var uuid = sensitive();
    var reader =
        rule(
            "{'op':'!eq','args':['{node.extra[role]}','x']}",
            """
            {'op': 'set-attribute', 'args': ['extra/copy', 'it is {node.extra[role]}']},
            {'op': 'set-attribute', 'args': ['extra/all', '{node.extra}']},
            {'op': 'extend-attribute', 'args': ['extra/list', 'plain']}
            """);
    var asking =
        rule("{'op':'eq','args':['{node.extra[role]}','x']}", "{'op':'fail','args':['x']}");

    var answer =
        tried.post(
            "{\"uuids\":[\"%s\"],\"rules\":[%s,%s],\"nodes\":[\"%s\"]}"
                .formatted(uuid, reader, asking, node));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.asString())
        .contains("it is ***", "/extra/all", "conditions[0] eq")
        .doesNotContain(SECRET);
  }

  @Test
  void nor_by_one_that_fails_with_it() {
    var node = tried.inspected("\"extra\":{\"list\":[]}", "{}", "{}");
    var uuid = sensitive();
    var failing = rule("", "{'op':'fail','args':['it is {node.extra[role]}']}");

    var line =
        tried
            .lines(
                "{\"uuids\":[\"%s\"],\"rules\":[%s],\"nodes\":[\"%s\"]}"
                    .formatted(uuid, failing, node))
            .getFirst();

    assertThat(line.at("/failure/error").asText()).endsWith("Reason: it is ***");
    assertThat(line.toString()).doesNotContain(SECRET);
  }

  private String sensitive() {
    var rule =
        rule(
                "",
                """
                {'op': 'set-attribute', 'args': ['extra/role', 's3cr3t-role']},
                {'op': 'extend-attribute', 'args': ['extra/list', 's3cr3t-item']},
                {'op': 'set-plugin-data', 'args': ['n', 424242]}
                """)
            .replaceFirst("\\{", "{\"sensitive\":true,\"priority\":9,");
    return Answers.ok(site.api().body(rule).post(RuleRequests.RULES), 201).path("uuid").asText();
  }
}
