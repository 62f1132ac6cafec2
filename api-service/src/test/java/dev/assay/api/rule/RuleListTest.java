package dev.assay.api.rule;

import static dev.assay.api.rule.RuleRequests.RULES;
import static dev.assay.api.testing.Answers.fault;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of rules. Source: spec rules.md 1.1, api.md 5 and 14. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleListTest {
  @Inject Site site;
  @Inject RuleRequests rules;

  @BeforeEach
  void make_five() {
    rules.clear();
    make("a", 5, "main", "lab");
    make("b", 9, "early", "prod");
    make("c", 5, "preprocess", "lab");
    make("d", 0, "main", "prod");
    make("e", 9, "main", "lab");
  }

  private void make(String description, int priority, String phase, String scope) {
    rules.made(
        "\"description\":\"%s\",\"priority\":%d,\"phase\":\"%s\",\"scope\":\"%s\""
            .formatted(description, priority, phase, scope));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "-                                   | b e a c d",
        "sort_dir=desc                       | d c a e b",
        "sort_key=id                         | a b c d e",
        "sort_key=created_at&sort_dir=desc   | e d c b a",
        "sort_key=priority                   | d a c b e",
        "sort_key=phase                      | b a d e c",
        "sort_key=scope&sort_dir=desc        | d b e c a",
        "phase=main                          | e a d",
        "phase=early                         | b",
        "scope=lab                           | e a c",
        "scope=lab&phase=main                | e a",
        "scope=none                          | ''",
        "limit=2                             | b e",
        "limit=2&sort_key=id                 | a b",
        "phase=main&limit=1                  | e"
      })
  void is_ordered_and_filtered(String query, String descriptions) {
    assertThat(String.join(" ", rules.descriptions(query == null ? "" : "?" + query)))
        .isEqualTo(descriptions);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&sort_key=phase&sort_dir=desc", "&scope=lab", "&detail=true"})
  void is_the_same_in_pages(String query) {
    var paged = new ArrayList<String>();
    var path = "?limit=2" + query;
    while (!path.isEmpty()) {
      var page = rules.list(path);
      assertThat(page.path("inspection_rules").size()).isLessThanOrEqualTo(2);
      paged.addAll(page.path("inspection_rules").findValuesAsText("description"));
      path = page.path("next").asText().replaceFirst(".*(?=\\?)", "");
    }

    assertThat(paged).isEqualTo(rules.descriptions("?limit=1000" + query));
  }

  @Test
  void shows_in_short_what_a_rule_is_for() {
    assertThat(rules.list("").at("/inspection_rules/0").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("uuid", "description", "priority", "phase", "links");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "detail=true&fields=uuid | fields cannot be combined with detail",
        "fields=foo              | foo",
        "sort_key=conditions     | The sort_key value \"conditions\" is an invalid field for sorting",
        "sort_key=actions        | The sort_key value \"actions\" is an invalid field for sorting",
        "sort_dir=up             | Invalid sort direction",
        "limit=0                 | Limit must be positive",
        "phase=late              | Invalid phase: late. Valid phases are: early, preprocess, main",
        "priority=5              | Unknown query parameters: priority"
      })
  void a_question_that_makes_no_sense_is_refused(String query, String sentence) {
    assertThat(fault(site.api().get(RULES + "?" + query), 400)).contains(sentence);
  }
}
