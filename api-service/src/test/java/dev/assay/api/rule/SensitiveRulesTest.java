package dev.assay.api.rule;

import static dev.assay.api.rule.RuleRequests.RULES;
import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The content of a sensitive rule is never shown again. Source: spec rules.md 1.1. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class SensitiveRulesTest {
  private static final String SECRET = "s3cret";
  private static final String BODY =
      """
      {"sensitive": true,
       "conditions": [{"op": "eq", "args": {"values": ["s3cret", "{node.name}"]}}],
       "actions": [{"op": "set-attribute", "args": {"path": "/extra/s3cret", "value": "s3cret"}}]}
      """;

  @Inject Site site;
  @Inject RuleRequests rules;

  @BeforeEach
  void clear() {
    rules.clear();
  }

  @Test
  void its_content_is_in_no_answer() {
    var made = site.api().body(BODY).post(RULES);
    var uuid = made.path("uuid").toString();

    hidden(made, 201);
    hidden(site.api().get(RULES + "/" + uuid), 200);
    hidden(site.api().get(RULES + "/" + uuid + "?fields=conditions,actions"), 200);
    hidden(rules.patch(uuid, "add", "/priority", "9"), 200);
    hidden(rules.patch(uuid, "replace", "/actions/0/args/value", "\"other\""), 200);
    for (var list : new String[] {"?detail=true", "?fields=conditions,actions"}) {
      var listed = rules.list(list);
      hidden(listed.at("/inspection_rules/0"));
      assertThat(listed.toString()).doesNotContain(SECRET);
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "add,false",
    "replace,false",
    "add,null",
    "replace,null",
    "remove,",
    "add,'\"false\"'"
  })
  void it_stays_sensitive(String op, String value) {
    var uuid = made();

    assertThat(fault(rules.patch(uuid, op, "/sensitive", String.valueOf(value)), 400))
        .contains(uuid, "sensitive");

    assertThat(rules.shown(uuid).path("sensitive").booleanValue()).isTrue();
    hidden(rules.shown(uuid));
  }

  @Test
  void a_rule_becomes_sensitive_and_is_hidden_from_then_on() {
    var uuid = rules.made("");

    hidden(ok(rules.patch(uuid, "add", "/sensitive", "true"), 200));
    hidden(rules.shown(uuid));
  }

  /** The stored content was valid, so an error would reveal something about it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'op':'add','path':'/phase','value':'early'}",
        "{'op':'replace','path':'/actions/0/op','value':'log'}",
        "{'op':'replace','path':'/conditions/0/op','value':'in-net'}",
        "{'op':'remove','path':'/actions/0/args/value'}"
      })
  void what_makes_it_invalid_is_not_told(String operation) {
    var uuid = made();

    var answer =
        site.api().body("[" + operation.replace('\'', '"') + "]").patch(RULES + "/" + uuid);

    assertThat(fault(answer, 400))
        .isEqualTo(
            "Rule %s would not be valid after this patch. The reason is not shown because the"
                    .formatted(uuid)
                + " rule is sensitive: send it as a new rule to see the reason.");
  }

  private String made() {
    return ok(site.api().body(BODY).post(RULES), 201).path("uuid").asText();
  }

  private static void hidden(Response answer, int status) {
    hidden(ok(answer, status));
    assertThat(answer.asString()).doesNotContain(SECRET).doesNotContain("set-attribute");
  }

  private static void hidden(JsonNode rule) {
    assertThat(rule.path("conditions").isNull()).isTrue();
    assertThat(rule.path("actions").isNull()).isTrue();
  }
}
