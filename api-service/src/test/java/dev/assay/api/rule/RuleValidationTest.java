package dev.assay.api.rule;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.Site;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests and their responses, in the order of the spec, because a row needs the UUID that an
 * earlier one took. Source: spec rules.md 13, the validation cases of its examples.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleValidationTest {
  private static final String RULES = "/v1/inspection_rules";

  @Inject Site site;

  static Stream<Arguments> requests() throws IOException {
    try (var file = RuleValidationTest.class.getResourceAsStream("/spec/rule-validation.json")) {
      return StoredJson.MAPPER
          .readTree(Objects.requireNonNull(file))
          .valueStream()
          .map(row -> Arguments.of(row.path("name").asText(), row))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void a_request_is_taken_or_refused_with_a_reason(String name, JsonNode row) {
    var status = row.path("expect").path("status").asInt();
    var before = ok(site.api().get(RULES), 200);

    var answer = site.api().body(row.path("request").toString()).post(RULES);

    if (status == 201) {
      var made = ok(answer, 201);
      shows(made, row);
      assertThat(ok(site.api().get(RULES + "/" + made.path("uuid").asText()), 200)).isEqualTo(made);
    } else {
      assertThat(fault(answer, status))
          .contains(row.path("expect").path("error_contains").asText());
      assertThat(ok(site.api().get(RULES), 200)).isEqualTo(before);
    }
  }

  private static void shows(JsonNode made, JsonNode row) {
    row.path("answer")
        .properties()
        .forEach(
            member ->
                assertThat(made.path(member.getKey()))
                    .as(member.getKey())
                    .isEqualTo(member.getValue()));
    if (!made.path("sensitive").booleanValue()) {
      assertThat(made.path("actions")).isEqualTo(row.path("request").path("actions"));
    }
  }
}
