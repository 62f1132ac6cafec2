package dev.assay.api.rule.dryrun;

import static dev.assay.api.rule.dryrun.TriedOut.PATH;
import static dev.assay.api.rule.dryrun.TriedOut.ROLE;
import static dev.assay.api.testing.Answers.fault;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.rule.RuleRequests;
import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which rules run on which nodes, and which requests are rejected before any rule runs. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DryRunOrdersTest {
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
  void without_rules_those_are_run_that_inspections_run_now() {
    var node = tried.inspected();
    var early = stored.made("\"phase\":\"early\"");
    stored.made("\"enabled\":false,\"priority\":9");
    var main = stored.made("");

    assertThat(run(tried.lines("{}").getFirst())).containsExactly(early, main);
    assertThat(run(tried.lines("{\"rules\":null,\"nodes\":[\"%s\"]}".formatted(node)).getFirst()))
        .containsExactly(early, main);
    assertThat(run(tried.lines("{\"rules\":[]}").getFirst())).isEmpty();
  }

  @Test
  void a_disabled_rule_is_run_when_it_is_named_or_given() {
    tried.inspected();
    var disabled = stored.made("\"enabled\":false");
    stored.made("");

    var lines =
        tried.lines(
            "{\"uuids\":[\"%s\"],\"rules\":[%s]}"
                .formatted(
                    disabled.toUpperCase(java.util.Locale.ROOT),
                    ROLE.replaceFirst("\\{", "{\"enabled\":false,")));

    assertThat(run(lines.getFirst())).containsExactly(disabled, "rules[0]");
  }

  @Test
  void given_rules_are_run_as_if_they_were_made_now() {
    tried.inspected();
    var second = stored.made("");
    var third = stored.made("");
    var own = UUID.randomUUID().toString();

    var lines =
        tried.lines(
            "{\"rules\":[%s,%s],\"uuids\":[\"%s\",\"%s\"]}"
                .formatted(
                    ROLE.replaceFirst("\\{", "{\"uuid\":\"%s\",".formatted(own)),
                    ROLE.replaceFirst("\\{", "{\"priority\":1,"),
                    third,
                    second));

    assertThat(run(lines.getFirst())).containsExactly("rules[1]", second, third, own);
    assertThat(site.api().get(RuleRequests.RULES + "/" + own).statusCode()).isEqualTo(404);
  }

  private static List<String> run(JsonNode line) {
    return line.path("rules").findValuesAsText("rule");
  }

  @Test
  void without_nodes_all_that_have_an_inventory_are_looked_at_in_the_order_of_creation() {
    var nodes = IntStream.range(0, 120).mapToObj(_ -> tried.inspected()).toList();
    tried.node("");

    assertThat(nodes(tried.lines("{}"))).isEqualTo(nodes);
  }

  @Test
  void nodes_are_named_by_UUID_or_name_and_looked_at_once() {
    var first = tried.inspected("\"name\":\"first\"", "{}", "{}");
    var second = tried.node("");
    tried.inspected();

    assertThat(nodes(tried.lines("{\"nodes\":[\"%s\",\"first\",\"%s\"]}".formatted(second, first))))
        .containsExactly(first, second);
    assertThat(nodes(tried.lines("{\"nodes\":[]}"))).isEmpty();
  }

  private static List<String> nodes(List<JsonNode> lines) {
    return lines.subList(0, lines.size() - 1).stream()
        .map(line -> line.path("uuid").asText())
        .toList();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'rule':[]}                     | Schema error: Additional properties are not allowed ('rule' was unexpected)",
        "{'rules':{}}                    | Schema error: rules {} is not of type 'array'",
        "{'rules':[5]}                   | rules[0]: Schema error: rules[0] is not of type 'object'",
        "{'rules':[{}]}                  | rules[0]: Schema error: 'actions' is a required property",
        "{'rules':[%s,{'actions':[{'op':'log','args':{}}]}]} | rules[1]: actions[0] log: missing required argument(s): msg",
        "{'rules':[{'actions':[{'op':'reboot','args':{}}]}]} | rules[0]: actions[0]: 'reboot' is not one of",
        "{'rules':[{'color':1,'actions':[]}]} | rules[0]: Schema error: Additional properties are not allowed ('color' was unexpected)",
        "{'rules':[{'priority':10000,'actions':[{'op':'log','args':['x']}]}]} | rules[0]: Priority must be between 0 and 9999",
        "{'uuids':'x'}                   | Schema error: uuids 'x' is not of type 'array'",
        "{'uuids':[1]}                   | Schema error: uuids: 1 is not of type 'string'",
        "{'uuids':['rule-dell']}         | Expected a UUID but received rule-dell.",
        "{'uuids':['6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0']} | Rule 6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0 could not be found.",
        "{'nodes':{}}                    | Schema error: nodes {} is not of type 'array'",
        "{'nodes':[null]}                | Schema error: nodes: null is not of type 'string'",
        "{'nodes':['nobody']}            | Node nobody could not be found.",
        "{'nodes':['a b']}               | Expected a logical name or UUID but received a b.",
        "[]                              | The body of the request must be a JSON object"
      })
  void what_cannot_be_run_is_refused(String body, String sentence) {
    assertThat(fault(tried.post(body.replace('\'', '"').replace("%s", ROLE)), 400))
        .startsWith(sentence);
  }

  @Test
  void a_rule_that_is_given_twice_is_refused() {
    var uuid = stored.made("");
    var changed = ROLE.replaceFirst("\\{", "{\"uuid\":\"%s\",".formatted(uuid));

    assertThat(
            fault(tried.post("{\"rules\":[%s],\"uuids\":[\"%s\"]}".formatted(changed, uuid)), 400))
        .isEqualTo("Rule %s is given twice: each rule is run once.".formatted(uuid));
  }

  @Test
  void more_nodes_than_it_takes_are_refused() {
    var names =
        IntStream.range(0, 1001).mapToObj(_ -> "\"n\"").collect(Collectors.joining(",", "[", "]"));

    assertThat(fault(tried.post("{\"nodes\":%s}".formatted(names)), 400))
        .startsWith("nodes has 1001 elements, at most 1000 are possible");
  }

  @Test
  void there_is_none_before_rules_came() {
    assertThat(site.at(95).body("{}").post(PATH).statusCode()).isEqualTo(405);
    assertThat(site.at(96).body("{}").post(PATH).statusCode()).isEqualTo(200);
    assertThat(site.api().body("{}").put(PATH).statusCode()).isEqualTo(405);
    assertThat(fault(site.api().body("{}").post(PATH + "?limit=1"), 400))
        .startsWith("Unknown query parameters: limit");
  }
}
