package dev.assay.conductor.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.change.ChangeSet;
import dev.assay.error.ErrorCode;
import dev.assay.hook.HookInput;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.inventory.Inventory;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.RuleEngine;
import dev.assay.rule.engine.RuleOutcome;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Rules that do not return, as one with an action of a plug-in may. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WatchedRulesTest {
  private static final RuleRun GOOD =
      new RuleRun("good", "main", true, null, List.of(), List.of(), null);

  private final CountDownLatch end = new CountDownLatch(1);
  private final Pipeline pipeline =
      Settings.pipeline(
          Map.of("assay.inspector.hooks", "ramdisk-error", "assay.inspector.hook-timeout", "100ms"),
          Hooks.installed());

  @AfterEach
  void let_go() {
    end.countDown();
  }

  @Test
  void is_given_up_by_name_and_the_trace_says_so() {
    var outcome = (PipelineOutcome.Failed) run(this::hang);

    assertThat(outcome.code()).isEqualTo(ErrorCode.RULE_TIMEOUT);
    assertThat(outcome.sentence()).isEqualTo("Rule deaf did not return within 100 ms.");
    assertThat(outcome.trace().rules())
        .containsExactly(
            GOOD,
            new RuleRun(
                "deaf", "main", null, null, List.of(), List.of(), "did not return within 100 ms"));
  }

  @Test
  void is_not_begun_a_third_time_while_two_are_still_out() {
    run(this::hang);
    run(this::hang);

    var third = (PipelineOutcome.Failed) run(this::hang);

    assertThat(third.code()).isEqualTo(ErrorCode.RULE_TIMEOUT);
    assertThat(third.sentence())
        .isEqualTo(
            "Rule deaf is not run: earlier runs of it have not returned. Restart the conductor, or"
                + " remove it from the rules.");
  }

  @Test
  void other_rules_run_on() {
    run(this::hang);
    run(this::hang);

    var outcome = run(_ -> {});

    assertThat(outcome).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(outcome.trace().rules()).containsExactly(GOOD);
  }

  private PipelineOutcome run(Consumer<RuleEngine.Watch> second) {
    RulePhases rules =
        (phase, _, watch) -> {
          if (phase == Phase.MAIN) {
            watch.begin(rule("good"));
            watch.end(GOOD);
            second.accept(watch);
          }
          return new RuleOutcome.Done(List.of());
        };
    return pipeline.run(
        new HookInput(Run.NODE, new Inventory(StoredJson.object()), null, Set.of()),
        ChangeSet.forHooks(StoredJson.object(), StoredJson.object(), List.of()),
        rules);
  }

  /** Whatever interrupts it. */
  private void hang(RuleEngine.Watch watch) {
    watch.begin(rule("deaf"));
    while (end.getCount() > 0) {
      Thread.onSpinWait();
    }
    watch.end(GOOD);
  }

  private static Rule rule(String uuid) {
    return new Rule(uuid, null, 0, null, false, true, Phase.MAIN, List.of(), List.of(), false);
  }
}
