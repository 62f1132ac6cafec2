package dev.assay.rule.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.definition.InvalidRule;
import dev.assay.storedjson.StoredJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the examples of spec rules.md 18 and 19 with the rule engine. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleVectorsTest {
  private static final Set<String> REFUSED =
      Set.of(
          "eq-values-not-a-list",
          "eq-values-as-dict",
          "double-bang",
          "in-net-bad-subnet",
          "in-net-bad-address",
          "matches-bad-regex",
          "contains-bad-regex",
          "set-attr-dict-field-with-text-fails",
          "extend-attr-top-level-not-list",
          "add-trait-invalid-name",
          "log-bad-level",
          "unknown-action",
          "unknown-operator",
          "first-false-condition-stops-evaluation",
          "condition-error-stops-everything");

  /** The result of a vector, in the terms of the vector file. */
  private record Result(
      JsonNode matched, JsonNode node, JsonNode pluginData, JsonNode ports, RuleOutcome outcome) {}

  static Stream<Vector> targets() {
    return Vector.all().filter(vector -> vector.isTarget() || vector.isOfStringMode());
  }

  static Stream<Vector> quirks() {
    return Vector.all().filter(vector -> !vector.isTarget() && !vector.isOfStringMode());
  }

  /** Vectors whose rule is rejected when it is submitted, because it can never work. */
  static Stream<Vector> refused() {
    return targets().filter(RuleVectorsTest::isRefused);
  }

  static Stream<Vector> accepted() {
    return targets().filter(vector -> !isRefused(vector));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("targets")
  void does_what_the_vector_says(Vector vector) {
    var result = run(vector);

    var expect = vector.expect();
    assertThat(result.matched()).isEqualTo(expect.path("matched"));
    assertThat(result.node()).isEqualTo(expect.path("node"));
    assertThat(result.pluginData()).isEqualTo(expect.path("plugin_data"));
    assertThat(result.ports()).isEqualTo(expect.path("ports"));
    if (vector.expectedError().isNull()) {
      assertThat(result.outcome()).isInstanceOf(RuleOutcome.Done.class);
    } else {
      var failed = (RuleOutcome.Failed) result.outcome();
      assertThat(failed.code()).isEqualTo(code(vector));
      assertThat(isAsExpected(vector, failed)).as(failed.sentence()).isTrue();
      assertThat(failed.trace().getLast().failure()).isEqualTo(failed.sentence());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("quirks")
  void does_not_do_what_today_is_done_instead(Vector vector) {
    var result = run(vector);

    var expect = vector.expect();
    var error = vector.expectedError();
    var same =
        result.matched().equals(expect.path("matched"))
            && result.node().equals(expect.path("node"))
            && result.pluginData().equals(expect.path("plugin_data"))
            && result.ports().equals(expect.path("ports"))
            && (result.outcome() instanceof RuleOutcome.Failed failed
                ? !error.isNull() && isAsExpected(vector, failed)
                : error.isNull());
    assertThat(same).isFalse();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void a_rule_that_can_only_fail_is_refused_when_it_is_written(Vector vector) {
    var registry = vector.registry();

    assertThatThrownBy(() -> vector.rules().forEach(rule -> CompiledRule.compile(rule, registry)))
        .isInstanceOf(InvalidRule.class)
        .hasMessageMatching("(?s).*(conditions|actions)\\[[01]].*");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("accepted")
  void every_other_rule_is_taken(Vector vector) {
    var registry = vector.registry();

    assertThat(vector.rules())
        .allSatisfy(rule -> assertThat(CompiledRule.compile(rule, registry)).isNotNull());
  }

  private static boolean isRefused(Vector vector) {
    return REFUSED.contains(vector.toString());
  }

  private static Result run(Vector vector) {
    var registry = vector.registry();
    var before = vector.documents();
    var documents = vector.documents();
    var rules = vector.rules().stream().map(rule -> CompiledRule.stored(rule, registry)).toList();
    var outcome = RuleEngine.run(vector.phase(), rules, documents.scope(vector.phase()));
    return new Result(
        matched(vector, outcome),
        documents.changedNode(before),
        documents.pluginData(),
        documents.changedPorts(before),
        outcome);
  }

  private static JsonNode matched(Vector vector, RuleOutcome outcome) {
    var byRule = new HashMap<String, RuleRun>();
    outcome.trace().forEach(run -> byRule.put(run.rule(), run));
    List<JsonNode> matched = new ArrayList<>();
    for (var rule : vector.rules()) {
      var run = byRule.get(rule.uuid());
      matched.add(
          run == null
              ? StoredJson.tree("not-evaluated")
              : StoredJson.MAPPER.valueToTree(run.matched()));
    }
    return vector.row().path("rule").isArray()
        ? StoredJson.MAPPER.createArrayNode().addAll(matched)
        : matched.getFirst();
  }

  private static ErrorCode code(Vector vector) {
    return switch (vector.expectedError().path("kind").asText()) {
      case "condition" -> ErrorCode.RULE_CONDITION_FAILED;
      case "action" -> ErrorCode.RULE_ACTION_FAILED;
      default -> ErrorCode.FAILED_BY_RULE;
    };
  }

  private static boolean isAsExpected(Vector vector, RuleOutcome.Failed failed) {
    var error = vector.expectedError();
    var sentence = failed.sentence().replace("rule-0", "<rule>").replace(Vector.NODE, "<node>");
    return (!error.has("message") || sentence.equals(error.path("message").textValue()))
        && error
            .path("message_contains")
            .valueStream()
            .allMatch(part -> sentence.contains(part.textValue()))
        && error
            .path("message_must_not_contain")
            .valueStream()
            .noneMatch(part -> sentence.contains(part.textValue()));
  }
}
