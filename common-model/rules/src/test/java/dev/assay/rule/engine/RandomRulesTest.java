package dev.assay.rule.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.InvalidRule;
import dev.assay.rule.definition.Rule;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Runs random rules on random data: every run must end with a result that contains no secret. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RandomRulesTest {
  private static final int PAIRS = 50_000;
  private static final int RULES = 3;
  private static final List<Phase> PHASES = List.of(Phase.values());

  private final List<RuleRegistry> registries =
      Stream.of("always", "never", "sensitive")
          .flatMap(
              mask ->
                  Stream.of("typed", "string")
                      .map(
                          mode ->
                              RuleRegistries.with(
                                  "mask-secrets",
                                  mask,
                                  "interpolation",
                                  mode,
                                  "api-call-hosts",
                                  "hook.example.org")))
          .toList();

  /** Counts each outcome: the test would prove nothing if an outcome never occurred. */
  private final Map<String, Integer> counts = new ConcurrentSkipListMap<>();

  @Test
  void fifty_thousand_rules_and_machines_give_an_answer_without_secrets() {
    try (var log = CapturedLog.of("dev.assay.rule")) {
      IntStream.range(0, PAIRS).parallel().forEach(this::pair);
      assertThat(log.lines()).isNotEmpty().allSatisfy(RandomRulesTest::hasNoSecret);
    }
    assertThat(counts.keySet())
        .contains(
            "refused",
            "done",
            "matched",
            "unmatched",
            "RULE_CONDITION_FAILED",
            "RULE_ACTION_FAILED",
            "FAILED_BY_RULE");
    assertThat(counts.values()).allMatch(count -> count > 100, "more than 100 times: " + counts);
  }

  private void pair(int seed) {
    var words = new RandomWords(seed);
    var registry = registries.get(seed % registries.size());
    var phase = PHASES.get(seed % PHASES.size());
    List<CompiledRule> compiled = new ArrayList<>();
    for (int i = 0; i < RULES; i++) {
      var rule = words.rule("rule-" + i, phase);
      refusal(rule, registry);
      compiled.add(CompiledRule.stored(rule, registry));
    }
    var outcome = RuleEngine.run(phase, compiled, words.scope(phase));

    hasNoSecret(StoredJson.tree(outcome));
    count(outcome);
  }

  private void refusal(Rule rule, RuleRegistry registry) {
    try {
      assertThat(CompiledRule.compile(rule, registry).rule()).isEqualTo(rule);
    } catch (InvalidRule e) {
      count("refused");
      assertThat(e.sentence()).isNotBlank();
      assertThat(e.problems()).allMatch(it -> it.matches("(?s)(conditions|actions)\\[\\d].*"));
    }
  }

  private void count(RuleOutcome outcome) {
    switch (outcome) {
      case RuleOutcome.Done _ -> count("done");
      case RuleOutcome.Failed failed -> {
        count(failed.code().name());
        assertThat(failed.sentence()).isNotBlank();
      }
    }
    for (var run : outcome.trace()) {
      count(run.matched() == null ? "unknown" : run.matched() ? "matched" : "unmatched");
    }
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  private static void hasNoSecret(JsonNode tree) {
    if (tree.isTextual()) {
      hasNoSecret(tree.textValue());
    }
    tree.forEach(RandomRulesTest::hasNoSecret);
    if (tree instanceof ObjectNode object) {
      object.fieldNames().forEachRemaining(RandomRulesTest::hasNoSecret);
    }
  }

  private static void hasNoSecret(String text) {
    for (var secret : RandomWords.SECRETS) {
      if (text.contains(secret)) {
        assertThat(text).doesNotContain(secret);
      }
    }
  }
}
