package dev.assay.api.rule;

import static dev.assay.api.rule.RuleRequests.LOG;
import static dev.assay.api.rule.RuleRequests.RULES;
import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The requests of api.md 14. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InspectionRulesTest {
  @Inject Site site;
  @Inject RuleRequests rules;

  @BeforeEach
  void clear() {
    rules.clear();
  }

  @ParameterizedTest(name = "{0} {1} before 1.96 is {2}")
  @CsvSource({
    "GET,,404",
    "POST,,405",
    "DELETE,,405",
    "GET,/%s,404",
    "PATCH,/%s,405",
    "DELETE,/%s,405"
  })
  void there_are_no_rules_before_their_version(String method, String one, int status) {
    var path = RULES + (one == null ? "" : one.formatted(rules.made("")));
    var body = method.equals("PATCH") ? "[]" : "{\"actions\":[%s]}".formatted(LOG);

    assertThat(site.at(95).body(body).request(method, path).statusCode()).isEqualTo(status);
    assertThat(rules.list("").path("inspection_rules").size()).isEqualTo(one == null ? 0 : 1);
    assertThat(site.at(96).body(body).request(method, path).statusCode()).isBetween(200, 204);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({"PUT,", "PATCH,", "POST,/%s", "PUT,/%s"})
  void any_other_method_is_405(String method, String one) {
    var path = RULES + (one == null ? "" : one.formatted(rules.made("")));

    assertThat(site.api().body("{}").request(method, path).statusCode()).isEqualTo(405);
  }

  @Test
  void links_lead_to_rules() {
    assertThat(ok(site.at(95).get("/v1"), 200).has("inspection_rules")).isFalse();
    assertThat(ok(site.at(96).get("/v1"), 200).at("/inspection_rules/0/href").asText())
        .endsWith("/v1/inspection_rules/");

    var answer = rules.post("");

    var rule = ok(answer, 201);
    var path = RULES + "/" + rule.path("uuid").asText();
    assertThat(answer.header("Location")).endsWith(path);
    assertThat(rule.at("/links/0/href").asText()).endsWith(path);
    assertThat(rule.at("/links/0/rel").asText()).isEqualTo("self");
    assertThat(rule.at("/links/1/href").asText())
        .endsWith(path.substring("/v1".length()))
        .doesNotContain("/v1/");
  }

  @Test
  void a_rule_has_the_UUID_that_its_client_chose_unless_it_is_taken() {
    var uuid = UUID.randomUUID().toString();
    var member = "\"uuid\":\"%s\"".formatted(uuid);

    assertThat(rules.made(member)).isEqualTo(uuid);

    assertThat(fault(rules.post(member), 409))
        .isEqualTo("A rule with UUID %s already exists.".formatted(uuid));
  }

  @Test
  void what_the_stock_client_sends_is_taken() {
    var made =
        ok(
            rules.post(
                "\"priority\":\"100\",\"sensitive\":\"false\",\"phase\":\"main\",\"conditions\":null"),
            201);
    assertThat(made.path("priority").isInt()).isTrue();
    assertThat(made.path("priority").intValue()).isEqualTo(100);
    assertThat(made.path("sensitive").isBoolean()).isTrue();
    assertThat(made.path("conditions").isArray()).isTrue();

    var uuid = made.path("uuid").asText();
    var changed = ok(rules.patch(uuid, "add", "/priority", "\"5\""), 200);
    assertThat(changed.path("priority").intValue()).isEqualTo(5);
  }

  @Test
  void a_rule_is_made_disabled_and_enabled_later() {
    assertThat(rules.shown(rules.made("")).path("enabled").booleanValue()).isTrue();
    var uuid = rules.made("\"enabled\":\"false\"");
    assertThat(rules.shown(uuid).path("enabled").booleanValue()).isFalse();
    var before = revision();

    rules.patch(uuid, "add", "/enabled", "true").then().statusCode(200);

    assertThat(revision()).isEqualTo(before + 1);
    assertThat(rules.shown(uuid).path("enabled").booleanValue()).isTrue();
  }

  @Test
  void a_disabled_rule_is_checked_like_any_other() {
    assertThat(fault(rules.post("\"enabled\":false,\"phase\":\"late\""), 400))
        .contains("Invalid phase: late");
  }

  @Test
  void a_patch_changes_only_what_it_names() {
    var uuid = rules.made("\"description\":\"d\",\"priority\":3");
    var before = rules.shown(uuid);

    var after = ok(rules.patch(uuid, "replace", "/actions/0/args/msg", "\"y\""), 200);

    assertThat(after.at("/actions/0/args/msg").asText()).isEqualTo("y");
    assertThat(after.path("updated_at").isTextual()).isTrue();
    for (var same : new String[] {"uuid", "description", "priority", "phase", "created_at"}) {
      assertThat(after.path(same)).as(same).isEqualTo(before.path(same));
    }
    assertThat(rules.shown(uuid)).isEqualTo(after);
    assertThat(ok(site.api().body("[]").patch(RULES + "/" + uuid), 200)).isEqualTo(after);
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "test    | /priority        | 0",
        "copy    | /description     | 0",
        "add     | /uuid            | 'null'",
        "add     | /built_in        | true",
        "add     | /foo             | 1",
        "remove  | /actions         |",
        "remove  | /actions/0       |",
        "remove  | /conditions/0    |",
        "add     | /actions/-       | {\"op\":\"reboot\",\"args\":{}}",
        "replace | /actions/0/op    | \"set-attribute\"",
        "add     | /phase           | \"late\"",
        "add     | /priority        | 10000",
        "add     | /priority        | 'null'"
      })
  void a_patch_whose_result_is_no_rule_changes_nothing(String op, String path, String value) {
    var uuid = rules.made("");
    var before = rules.shown(uuid);

    fault(rules.patch(uuid, op, path, String.valueOf(value)), 400);

    assertThat(rules.shown(uuid)).isEqualTo(before);
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0,404,Rule 6f0a6ad7-26a2-4f9c-8a3c-d2b0c0d0a0a0 could not be found.",
    "rule-dell,400,Expected a UUID but received rule-dell."
  })
  void an_ident_that_names_none(String ident, int status, String sentence) {
    var path = RULES + "/" + ident;

    assertThat(fault(site.api().get(path), status)).isEqualTo(sentence);
    assertThat(fault(site.api().delete(path), status)).isEqualTo(sentence);
    assertThat(fault(site.api().body("[]").patch(path), status)).isEqualTo(sentence);
    assertThat(fault(site.api().get(RULES + "?marker=" + ident), status)).isEqualTo(sentence);
  }

  @Test
  void one_is_deleted_and_the_others_stay() {
    var gone = rules.made("\"description\":\"gone\"");
    rules.made("\"description\":\"stays\"");

    assertThat(site.api().delete(RULES + "/" + gone).statusCode()).isEqualTo(204);

    assertThat(rules.descriptions("")).containsExactly("stays");
    fault(site.api().get(RULES + "/" + gone), 404);
    fault(site.api().delete(RULES + "/" + gone), 404);
  }

  @Test
  void all_are_deleted() {
    rules.made("");
    rules.made("\"sensitive\":true");

    assertThat(site.api().delete(RULES).statusCode()).isEqualTo(204);
    assertThat(site.api().delete(RULES).statusCode()).isEqualTo(204);

    assertThat(rules.list("").path("inspection_rules")).isEmpty();
  }

  @Test
  void every_change_is_announced_and_nothing_else_is() {
    site.run("delete from outbox");
    var uuid = rules.made("");
    rules.patch(uuid, "add", "/description", "\"d\"").then().statusCode(200);
    rules.patch(uuid, "add", "/description", "\"d\"").then().statusCode(200);
    rules.patch(uuid, "add", "/description", "7").then().statusCode(400);
    rules.post("\"priority\":-1").then().statusCode(400);
    site.api().delete(RULES + "/" + uuid).then().statusCode(204);
    rules.clear();

    assertThat(site.outbox("rules-changed")).hasSize(3);
  }

  private long revision() {
    return ((Number) site.ask("select revision from inspection_rule_revision")).longValue();
  }
}
