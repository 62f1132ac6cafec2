package dev.assay.rule.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.rule.Argument;
import dev.assay.rule.Arguments;
import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleOperator;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests what must hold for every operator and every action. Source: spec rules.md 14. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleStepContractTest {
  /** Values that no user would write but a machine may report. */
  private static final List<JsonNode> NONSENSE =
      Stream.of(
              "null",
              "true",
              "-0.0",
              "1e900",
              "\"\"",
              "\"\\u0000/\\uD800\"",
              "\"{\"",
              "\"{node[nothing][deeper]}\"",
              "\"{inventory}\"",
              "\"{inventory[interfaces]:>99999999999}\"",
              "[]",
              "[[[null]]]",
              "{}",
              "{\"\": {\"a\": []}}")
          .map(RuleRunner::tree)
          .toList();

  private static final RuleRegistry REGISTRY =
      RuleRegistries.with("api-call-hosts", "hook.example.org");

  static List<RuleOperator> operators() {
    return REGISTRY.operators().stream().map(it -> REGISTRY.operator(it).orElseThrow()).toList();
  }

  static List<RuleAction> actions() {
    return REGISTRY.actions().stream().map(it -> REGISTRY.action(it).orElseThrow()).toList();
  }

  @ParameterizedTest
  @MethodSource("operators")
  void an_operator_names_each_argument_once_and_those_it_needs_first(RuleOperator operator) {
    namesEachOnceAndNeededFirst(operator.arguments());
  }

  @ParameterizedTest
  @MethodSource("actions")
  void an_action_names_each_argument_once_and_those_it_needs_first(RuleAction action) {
    namesEachOnceAndNeededFirst(action.arguments());
  }

  @ParameterizedTest
  @MethodSource("operators")
  void an_operator_answers_nonsense_or_says_what_is_wrong_with_it(RuleOperator operator) {
    for (var args : nonsense(operator.arguments())) {
      answersInSentences(
          "{\"conditions\": [{\"op\": \"%s\", \"args\": %s}]}".formatted(operator.name(), args));
    }
  }

  @ParameterizedTest
  @MethodSource("actions")
  void an_action_does_nonsense_or_says_what_is_wrong_with_it(RuleAction action) {
    for (var args : nonsense(action.arguments())) {
      answersInSentences(
          "{\"actions\": [{\"op\": \"%s\", \"args\": %s}]}".formatted(action.name(), args));
    }
  }

  @ParameterizedTest
  @MethodSource("operators")
  void an_operator_changes_nothing(RuleOperator operator) {
    for (var args : nonsense(operator.arguments())) {
      var runner = new RuleRunner();
      var before = List.of(runner.node.toString(), runner.inventory.toString());

      runner.when("{\"op\": \"%s\", \"args\": %s}".formatted(operator.name(), args)).run();

      assertThat(List.of(runner.node.toString(), runner.inventory.toString())).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @MethodSource("actions")
  void an_action_that_says_it_is_for_phase_early_needs_no_node(RuleAction action) {
    for (var args : nonsense(action.arguments())) {
      var runner =
          new RuleRunner()
              .in(Phase.EARLY)
              .rule(
                  "{\"phase\": \"early\", \"actions\": [{\"op\": \"%s\", \"args\": %s}]}"
                      .formatted(action.name(), args));

      assertThat(sentence(runner))
          .satisfies(
              it -> {
                if (action.early()) {
                  assertThat(it).doesNotContain("there is no node");
                } else {
                  assertThat(it).contains("is not possible in phase early");
                }
              });
    }
  }

  private static void namesEachOnceAndNeededFirst(Arguments arguments) {
    var declared = arguments.declared();
    assertThat(declared).extracting(Argument::name).doesNotHaveDuplicates();
    assertThat(declared.stream().map(Argument::isRequired).toList())
        .isSortedAccordingTo((a, b) -> Boolean.compare(b, a));
  }

  /** Argument objects in which one argument is each invalid value, and the others are plain. */
  private static List<ObjectNode> nonsense(Arguments arguments) {
    return arguments.declared().stream()
        .flatMap(
            odd ->
                NONSENSE.stream()
                    .map(
                        value -> {
                          var args = StoredJson.object();
                          arguments.declared().stream()
                              .filter(Argument::isRequired)
                              .forEach(it -> args.put(it.name(), "extra/a"));
                          args.set(odd.name(), value);
                          return args;
                        }))
        .toList();
  }

  /**
   * Fails if the error contains the name of a Java exception, the sign of an unexpected exception.
   */
  private static void answersInSentences(String rule) {
    assertThat(sentence(new RuleRunner("api-call-hosts", "hook.example.org").rule(rule)))
        .as(rule)
        .doesNotContain("Exception", "Error", "java.");
  }

  private static String sentence(RuleRunner runner) {
    return runner.run() instanceof RuleOutcome.Failed failed ? failed.sentence() : "";
  }
}
