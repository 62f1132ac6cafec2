package dev.assay.api.classic;

import static dev.assay.api.testing.Answers.json;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.OptionalFeatures;
import dev.assay.api.testing.Site;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of the classic API, docs/spec/inspector-compat.md 6.1. */
@QuarkusTest
@TestProfile(OptionalFeatures.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClassicRulesApiTest {
  private static final String RULES = "/v1/rules";
  private static final String RULE =
      """
      {"description": "d", "scope": null,
       "conditions": [{"op": "gt", "field": "data://memory_mb", "multiple": "any",
                       "invert": false, "value": 1}],
       "actions": [{"action": "set-attribute", "path": "/driver_info/ipmi_password",
                    "value": "secret-pw-1"}]}
      """;

  @Inject Site site;

  @BeforeEach
  void clear() {
    site.run("delete from classic_rule");
  }

  private static Response post(String body) {
    return ClassicSite.onMainPort().body(body).post(RULES);
  }

  private static String message(Response answer, int status) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(status);
    return json(answer).path("error").path("message").asText();
  }

  private static ObjectNode withoutIdentity(Response answer, int status) {
    return ((ObjectNode) ok(answer, status)).without(java.util.List.of("uuid", "links"));
  }

  @ParameterizedTest(name = "{0} gets {1}")
  @CsvSource(
      nullValues = "-",
      value = {"1.0, 200", "1.5, 200", "1.6, 201", "1.18, 201", "latest, 201", "-, 201"})
  void a_rule_is_created_with_the_status_of_the_version(String version, int status) {
    var request = ClassicSite.onMainPort().body(RULE);
    if (version != null) {
      request.header(ClassicSite.VERSION, version);
    }

    var answer = request.post(RULES);

    var uuid = ok(answer, status).path("uuid").asText();
    assertThat(withoutIdentity(answer, status)).isEqualTo(StoredJson.read(RULE, ObjectNode.class));
    assertThat(json(answer).path("links").toString())
        .isEqualTo("[{\"href\":\"/v1/rules/%s\",\"rel\":\"self\"}]".formatted(uuid));
    assertThat(ok(ClassicSite.onMainPort().get(RULES + "/" + uuid), 200)).isEqualTo(json(answer));
  }

  @Test
  void what_was_read_can_be_sent_again() {
    var first = ok(post(RULE), 201);
    ClassicSite.onMainPort().delete(RULES);

    assertThat(ok(post(first.toString()), 201)).isEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/octet-stream", "application/json"})
  void the_type_of_the_body_does_not_matter(String type) {
    assertThat(
            ClassicSite.onMainPort()
                .contentType(type)
                .body(RULE.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .post(RULES)
                .statusCode())
        .isEqualTo(201);
  }

  @Test
  void a_rule_is_created_at_its_own_address() {
    var uuid = UUID.randomUUID();

    var answer = ClassicSite.onMainPort().body(RULE).post(RULES + "/" + uuid);

    assertThat(ok(answer, 201).path("uuid").asText()).isEqualTo(uuid.toString());
    assertThat(message(ClassicSite.onMainPort().body(RULE).post(RULES + "/" + uuid), 409))
        .isEqualTo("Rule with UUID %s already exists".formatted(uuid));
    assertThat(message(ClassicSite.onMainPort().body(RULE).post(RULES + "/x"), 400)).isNotEmpty();
  }

  @Test
  void rules_are_listed_in_the_order_of_their_creation() {
    var first = ok(post(RULE), 201).path("uuid").asText();
    var second = ok(post(RULE.replace("null", "\"lab\"")), 201).path("uuid").asText();

    assertThat(ok(ClassicSite.onMainPort().get(RULES), 200).toString())
        .isEqualTo(
            ("{\"rules\":["
                    + "{\"uuid\":\"%1$s\",\"description\":\"d\",\"scope\":null,\"links\":[{\"href\":\"/v1/rules/%1$s\",\"rel\":\"self\"}]},"
                    + "{\"uuid\":\"%2$s\",\"description\":\"d\",\"scope\":\"lab\",\"links\":[{\"href\":\"/v1/rules/%2$s\",\"rel\":\"self\"}]}]}")
                .formatted(first, second));
  }

  @Test
  void one_rule_or_all_are_deleted() {
    var first = ok(post(RULE), 201).path("uuid").asText();
    ok(post(RULE), 201);
    ok(post(RULE), 201);

    var deleted = ClassicSite.onMainPort().delete(RULES + "/" + first);

    assertThat(deleted.statusCode()).isEqualTo(204);
    assertThat(deleted.asString()).isEmpty();
    assertThat(message(ClassicSite.onMainPort().get(RULES + "/" + first), 404))
        .isEqualTo("Rule %s was not found".formatted(first));
    assertThat(ClassicSite.onMainPort().delete(RULES).statusCode()).isEqualTo(204);
    assertThat(ok(ClassicSite.onMainPort().get(RULES), 200).path("rules")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "00000000-0000-0000-0000-000000000000"})
  void an_unknown_rule_is_not_found(String uuid) {
    var sentence = "Rule %s was not found".formatted(uuid);

    assertThat(message(ClassicSite.onMainPort().get(RULES + "/" + uuid), 404)).isEqualTo(sentence);
    assertThat(message(ClassicSite.onMainPort().delete(RULES + "/" + uuid), 404))
        .isEqualTo(sentence);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "[]                        | The body of the request must be a JSON object, not array.",
        "{                         | The body of the request is not valid JSON",
        "{\"actions\": [1], \"scope\": 1} | Multiple validation errors occurred: scope: it must be a text",
        "{}                        | actions: at least one action is needed",
      })
  void what_is_no_rule_is_refused_and_nothing_is_stored(String body, String why) {
    assertThat(message(post(body), 400)).startsWith(why);
    assertThat(message(post(""), 400)).startsWith("The body of the request is empty");
    assertThat(ok(ClassicSite.onMainPort().get(RULES), 200).path("rules")).isEmpty();
  }

  @Test
  void the_number_of_rules_is_limited() {
    for (int i = 0; i < OptionalFeatures.CLASSIC_RULES; i++) {
      ok(post(RULE), 201);
    }

    assertThat(message(post(RULE), 409))
        .isEqualTo(
            "There are 3 rules already, which is the limit (assay.inspector-compat.max-rules): delete some.");
  }

  @Test
  void conditions_and_actions_are_encrypted_in_the_database() {
    ok(post(RULE), 201);

    assertThat((String) site.ask("select conditions::text || actions::text from classic_rule"))
        .doesNotContain("secret-pw-1")
        .doesNotContain("memory_mb");
  }
}
