package dev.assay.api.rule.dryrun;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.response.Warnings;
import dev.assay.api.rule.RuleRequests;
import dev.assay.api.testing.Site;
import dev.assay.testing.CapturedLog;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Rules with a path or an expression that can never work are accepted, with warnings. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleWarningsTest {
  private static final String RULES = "/v1/inspection_rules";
  private static final String ACTION =
      "{\"op\":\"set-attribute\",\"args\":{\"path\":\"{{ /properties/cpu_model }}\",\"value\":1}}";
  private static final String BROKEN =
      "{\"op\":\"log\",\"args\":{\"msg\":\"Größe {inventory[cpu]:%q}\"}}";
  private static final String PATH_WARNING =
      "actions[0] set-attribute: path: a node has no field '{ '; rules can set name, driver,";

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
  void a_rule_that_can_never_work_is_made_with_a_warning_in_headers_and_log() {
    try (var log = CapturedLog.ofAll()) {
      var answer = post("\"actions\":[%s,%s]".formatted(ACTION, BROKEN));

      var rule = ok(answer, 201);
      assertThat(rule.path("actions").path(0).path("args").path("path").asText())
          .isEqualTo("{{ /properties/cpu_model }}");
      assertThat(answer.headers().getValues(Warnings.HEADER))
          .hasSize(2)
          .allSatisfy(line -> assertThat(line).matches("[ -~]{1,300}"))
          .satisfiesExactly(
              first -> assertThat(first).startsWith(PATH_WARNING),
              second ->
                  assertThat(second).startsWith("actions[1] log: msg: '{inventory[cpu]:%q}'"));
      assertThat(log.lines())
          .filteredOn(line -> line.contains(rule.path("uuid").asText()))
          .singleElement()
          .asString()
          .contains(
              "was accepted, but parts of it can never work: " + PATH_WARNING,
              "actions[1] log: msg:");
    }
  }

  @Test
  void a_rule_that_may_work_has_no_warning_and_a_wrong_one_is_still_refused() {
    assertThat(
            post("\"actions\":[%s]".formatted("{\"op\":\"log\",\"args\":{\"msg\":\"x\"}}"))
                .header(Warnings.HEADER))
        .isNull();
    fault(post("\"actions\":[{\"op\":\"nosuch\",\"args\":{}}]"), 400);
    fault(post("\"actions\":[{\"op\":\"set-attribute\",\"args\":{\"path\":5,\"value\":1}}]"), 400);
    fault(post("\"actions\":[{\"op\":\"set-attribute\",\"args\":{\"path\":\"uuid\"}}]"), 400);
  }

  @Test
  void the_first_ten_warnings_are_told_and_how_many_more_there_are() {
    var actions = String.join(",", java.util.Collections.nCopies(13, ACTION));

    assertThat(post("\"actions\":[%s]".formatted(actions)).headers().getValues(Warnings.HEADER))
        .hasSize(11)
        .endsWith("and 3 more");
  }

  @Test
  void a_patch_warns_too_and_tells_nothing_of_a_sensitive_rule() {
    var open = ok(post("\"actions\":[%s]".formatted(ACTION)), 201).path("uuid").asText();
    try (var log = CapturedLog.ofAll()) {
      var made = post("\"sensitive\":true,\"actions\":[%s]".formatted(ACTION));
      var hidden = ok(made, 201).path("uuid").asText();

      assertThat(made.header(Warnings.HEADER)).as("its author knows it").startsWith(PATH_WARNING);
      assertThat(patch(open).header(Warnings.HEADER)).startsWith(PATH_WARNING);
      assertThat(patch(hidden).header(Warnings.HEADER))
          .isEqualTo(
              "part of it can never work; details are not shown because the rule is sensitive");
      assertThat(log.lines())
          .filteredOn(line -> line.contains(hidden))
          .isNotEmpty()
          .noneMatch(line -> line.contains("cpu_model") || line.contains("has no field"));
    }
  }

  @Test
  void a_dry_run_names_the_rule_and_fails_where_it_is_met() {
    var node = tried.inspected();
    var rule = "{\"actions\":[%s]}".formatted(ACTION);

    var answer = tried.post("{\"rules\":[%s],\"nodes\":[\"%s\"]}".formatted(rule, node));
    var lines = tried.lines("{\"rules\":[%s],\"nodes\":[\"%s\"]}".formatted(rule, node));

    assertThat(answer.header(Warnings.HEADER)).startsWith("rule rules[0]: " + PATH_WARNING);
    assertThat(lines.getLast().path("summary").path("warnings").path(0).asText())
        .startsWith("rule rules[0]: " + PATH_WARNING);
    assertThat(lines.getFirst().path("failure").path("error").asText())
        .contains("Failed to set attribute { /properties/cpu_model }", "a node has no field '{ '");
  }

  @Test
  void a_dry_run_tells_nothing_of_a_sensitive_rule() {
    var rule = "{\"sensitive\":true,\"actions\":[%s]}".formatted(ACTION);

    var lines = tried.lines("{\"rules\":[%s]}".formatted(rule));

    assertThat(lines.getLast().path("summary").path("warnings").toString())
        .isEqualTo(
            "[\"rule rules[0]: part of it can never work; details are not shown because the rule is"
                + " sensitive\"]");
  }

  private Response post(String members) {
    return site.api().body("{%s}".formatted(members)).post(RULES);
  }

  private Response patch(String uuid) {
    return site.api()
        .body("[{\"op\":\"add\",\"path\":\"/description\",\"value\":\"changed\"}]")
        .patch(RULES + "/" + uuid);
  }
}
