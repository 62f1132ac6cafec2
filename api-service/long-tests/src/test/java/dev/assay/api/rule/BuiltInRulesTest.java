package dev.assay.api.rule;

import static dev.assay.api.rule.RuleRequests.RULES;
import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.InventoryRows;
import dev.assay.api.testing.OptionalFeatures;
import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Built-in rules from the operator's file are listed with the stored ones and cannot be changed.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@TestProfile(OptionalFeatures.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class BuiltInRulesTest {
  private static final String UNNAMED = "00000000-0000-0000-0000-000000000000";

  @Inject Site site;
  @Inject RuleRequests rules;

  @BeforeEach
  void clear() {
    rules.clear();
  }

  @Test
  void they_are_listed_where_they_run() {
    rules.made("\"description\":\"stored\",\"priority\":5");
    rules.made("\"description\":\"low\",\"priority\":4");

    assertThat(rules.descriptions("")).containsExactly("named", "stored", "unnamed", "low");
    assertThat(rules.descriptions("?sort_key=id"))
        .containsExactly("stored", "low", "named", "unnamed");
    assertThat(rules.descriptions("?phase=early")).containsExactly("named");
    assertThat(rules.descriptions("?sort_key=created_at"))
        .containsExactly("stored", "low", "named", "unnamed");
    assertThat(rules.list("?limit=1").path("next").asText()).endsWith("marker=rule+dell%2F1");
    assertThat(rules.descriptions("?marker=rule dell/1"))
        .containsExactly("stored", "unnamed", "low");
  }

  @Test
  void one_is_shown_with_everything_its_file_says() {
    var shown = ok(site.api().get(RULES + "/{rule}", "rule dell/1"), 200);

    assertThat(shown.path("uuid").asText()).isEqualTo("rule dell/1");
    assertThat(shown.path("built_in").booleanValue()).isTrue();
    assertThat(shown.path("priority").intValue()).isEqualTo(10001);
    assertThat(shown.path("phase").asText()).isEqualTo("early");
    assertThat(shown.at("/conditions/0/op").asText()).isEqualTo("is-true");
    assertThat(shown.path("created_at").isNull()).isTrue();
    assertThat(shown.path("updated_at").isNull()).isTrue();
  }

  @Test
  void a_sensitive_one_is_hidden_too() {
    var shown = rules.shown(UNNAMED);

    assertThat(shown.path("description").asText()).isEqualTo("unnamed");
    assertThat(shown.path("actions").isNull()).isTrue();
    assertThat(rules.list("?detail=true").toString()).doesNotContain("s3cret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rule dell/1", UNNAMED})
  void they_are_not_changed(String name) {
    var path = RULES + "/{rule}";
    var before = ok(site.api().get(path, name), 200);
    var sentence = "Rule %s is built in and cannot be changed or deleted".formatted(name);

    assertThat(
            fault(
                site.api()
                    .body("[{\"op\":\"add\",\"path\":\"/priority\",\"value\":1}]")
                    .patch(path, name),
                400))
        .startsWith(sentence);
    assertThat(fault(site.api().delete(path, name), 400)).startsWith(sentence);
    rules.clear();

    assertThat(ok(site.api().get(path, name), 200)).isEqualTo(before);
  }

  @Test
  void their_UUIDs_are_taken() {
    assertThat(fault(rules.post("\"uuid\":\"%s\"".formatted(UNNAMED)), 409))
        .isEqualTo("A rule with UUID %s already exists.".formatted(UNNAMED));
  }

  @Test
  void they_are_tried_out_by_their_names() {
    site.open();
    var node = site.node();
    InventoryRows.write(site, node, "{}", "{}");

    var answer =
        site.api()
            .body(
                "{\"uuids\":[\"%s\",\"rule dell/1\"],\"nodes\":[\"%s\"]}".formatted(UNNAMED, node))
            .post(RULES + "/dry_run");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.asString()).contains("\"matched\":[\"rule dell/1\"]");
  }
}
