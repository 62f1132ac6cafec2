package dev.assay.conductor.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.Phase;
import dev.assay.rule.classic.ClassicRule;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.RuleEngine;
import dev.assay.rule.engine.RuleOutcome;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Classic rules within an inspection, docs/spec/inspector-compat.md 6.4. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClassicRulesRunTest {
  private static final RuleEngine.Watch NOBODY =
      new RuleEngine.Watch() {
        @Override
        public void begin(Rule rule) {}

        @Override
        public void end(RuleRun run) {}
      };

  private final ChangeSet changes =
      new ChangeSet(
          object("{\"uuid\": \"u\", \"driver\": \"d\", \"properties\": {}, \"extra\": {}}"),
          List.of(),
          object("{\"cpus\": 8}"));

  @Test
  void run_in_phase_main_on_plugin_data_and_inventory() {
    var rules =
        new RulesRun(List.of(), List.of(), object("{\"hostname\": \"h\"}"))
            .withClassic(
                List.of(
                    rule(
                        """
                        {"conditions": [{"field": "cpus", "op": "eq", "value": 8}],
                         "actions": [{"action": "set-attribute", "path": "/extra/host",
                                      "value": "{data[inventory][hostname]}"}]}
                        """)),
                true);

    assertThat(rules.isEmpty()).isFalse();
    assertThat(rules.run(Phase.PREPROCESS, changes, NOBODY).trace()).isEmpty();
    assertThat(changes.nodeChanges()).isEmpty();

    var outcome = rules.run(Phase.MAIN, changes, NOBODY);

    assertThat(outcome).isInstanceOf(RuleOutcome.Done.class);
    assertThat(outcome.trace()).extracting(RuleRun::matched).containsExactly(true);
    assertThat(changes.nodeChanges()).isEqualTo(object("{\"extra\": {\"host\": \"h\"}}"));
    assertThat(changes.pluginData()).isEqualTo(object("{\"cpus\": 8}"));
  }

  @Test
  void that_fail_end_the_inspection() {
    var rules =
        RulesRun.none()
            .withClassic(
                List.of(rule("{\"actions\": [{\"action\": \"fail\", \"message\": \"no\"}]}")),
                true);

    assertThat(rules.run(Phase.MAIN, changes, NOBODY))
        .isInstanceOfSatisfying(
            RuleOutcome.Failed.class,
            failed -> {
              assertThat(failed.code()).isEqualTo(ErrorCode.FAILED_BY_RULE);
              assertThat(failed.sentence()).endsWith("no");
              assertThat(failed.trace()).hasSize(1);
            });
  }

  private static ClassicRule rule(String json) {
    return ClassicRule.of(object(json), Optional.empty());
  }

  private static ObjectNode object(String json) {
    return StoredJson.read(json, ObjectNode.class);
  }
}
