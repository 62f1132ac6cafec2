package dev.assay.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.error.ErrorCode;
import dev.assay.inspection.Trace.HookRun;
import dev.assay.inspection.Trace.RuleRun;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class InspectionTest {
  private static final RuleRun EARLY = rule("early");
  private static final RuleRun MAIN = rule("main");
  private static final List<HookRun> HOOKS =
      List.of(new HookRun("ports", "process", 12, List.of(), List.of(), null));

  @Test
  void tells_of_early_rules_as_soon_as_the_data_are_here() {
    assertThat(accepted(List.of(EARLY)).trace()).isEqualTo(Trace.EMPTY.with(List.of(EARLY)));
    assertThat(accepted(List.of()).trace()).isEqualTo(Trace.EMPTY);
  }

  @Test
  void that_is_finished_tells_of_them_before_the_rules_that_a_conductor_ran() {
    var run = accepted(List.of(EARLY));

    run.finish(new Trace(HOOKS, List.of(MAIN)), Runs.NOW);

    assertThat(run.trace()).isEqualTo(new Trace(HOOKS, List.of(EARLY, MAIN)));
  }

  @Test
  void that_fails_tells_of_them_whatever_a_conductor_came_to() {
    var processed = accepted(List.of(EARLY));
    var timedOut = accepted(List.of(EARLY));

    processed.fail(
        StageEvent.ERROR,
        ErrorCode.HOOK_FAILED,
        "no rack",
        new Trace(HOOKS, List.of(MAIN)),
        Runs.NOW);
    timedOut.fail(StageEvent.TIMEOUT, ErrorCode.HOOK_FAILED, "late", Trace.EMPTY, Runs.NOW);

    assertThat(processed.trace()).isEqualTo(new Trace(HOOKS, List.of(EARLY, MAIN)));
    assertThat(timedOut.trace()).isEqualTo(Trace.EMPTY.with(List.of(EARLY)));
  }

  @Test
  void out_of_band_has_what_a_conductor_did_alone() {
    var run = Runs.starting();

    run.finishOutOfBand(new Trace(HOOKS, List.of(MAIN)), Runs.NOW);

    assertThat(run.trace()).isEqualTo(new Trace(HOOKS, List.of(MAIN)));
  }

  private static Inspection accepted(List<RuleRun> early) {
    var run = Runs.starting();
    run.await(Runs.NOW, Runs.LIMIT);
    run.accept(early, Runs.NOW, Runs.LIMIT);
    return run;
  }

  private static RuleRun rule(String phase) {
    return new RuleRun("rule-1", phase, true, null, List.of(), List.of(), null);
  }
}
