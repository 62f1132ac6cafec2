package dev.assay.conductor.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.hook.Changes;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.hook.UsableInterfaces;
import dev.assay.inspection.Trace.HookRun;
import dev.assay.storedjson.StoredJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PipelineTest {
  private static void nothing(HookInput in, Changes out) {}

  private record TestHook(
      String name,
      List<String> after,
      BiConsumer<HookInput, Changes> early,
      BiConsumer<HookInput, Changes> main)
      implements InspectionHook {
    static TestHook named(String name, String... after) {
      return new TestHook(name, List.of(after), PipelineTest::nothing, PipelineTest::nothing);
    }

    TestHook early(BiConsumer<HookInput, Changes> does) {
      return new TestHook(name, after, does, main);
    }

    TestHook main(BiConsumer<HookInput, Changes> does) {
      return new TestHook(name, after, early, does);
    }

    @Override
    public void preprocess(HookInput in, Changes out) {
      early.accept(in, out);
    }

    @Override
    public void process(HookInput in, Changes out) {
      main.accept(in, out);
    }
  }

  @Nested
  class At_start {
    private final Hooks known =
        Hooks.of(
            List.of(
                TestHook.named("early"),
                TestHook.named("late-one"),
                TestHook.named("needs-late", "late-one"),
                TestHook.named("needs-both", "early", "needs-late")));

    @Test
    void runs_the_default_hooks_in_the_order_of_the_code() {
      assertThat(Settings.pipeline(Map.of(), Hooks.installed()).names())
          .containsExactly("ramdisk-error", "validate-interfaces", "ports", "architecture");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "early,$default_hooks,needs-late",
          " early , $default-hooks,, needs-late ",
          "early,\\${default_hooks},needs-late",
          "early,late_one,needs_late"
        })
    void expands_the_default_and_takes_underscores_for_dashes(String hooks) {
      assertThat(pipeline(hooks).names()).containsExactly("early", "late-one", "needs-late");
    }

    @Test
    void names_every_unknown_hook_and_the_known_ones() {
      assertThatThrownBy(() -> pipeline("early,nosuch,needs-late,other"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(
              "The following hook(s) are missing or failed to load: nosuch, other")
          .hasMessageContaining("Known hooks: early, late-one, needs-both, needs-late");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "needs-late,late-one | Hook needs-late requires these missing hooks to be enabled before it: late-one",
          "early,needs-both | Hook needs-both requires these missing hooks to be enabled before it: needs-late",
          "needs-late,needs-both | Hook needs-late requires these missing hooks to be enabled before it: late-one; Hook needs-both requires these missing hooks to be enabled before it: early, needs-late"
        })
    void names_every_predecessor_that_does_not_stand_before(String hooks, String problems) {
      assertThatThrownBy(() -> pipeline(hooks))
          .hasMessageContaining(
              "Some hooks failed to load due to dependency problems: " + problems);
    }

    @Test
    void refuses_a_hook_listed_twice() {
      assertThatThrownBy(() -> pipeline("early,late-one,early"))
          .hasMessageContaining("The following hook(s) are listed more than once: early");
      assertThatThrownBy(() -> pipeline("late_one,$default_hooks"))
          .hasMessageContaining("more than once: late-one");
    }

    @Test
    void refuses_two_hooks_of_one_name() {
      assertThatThrownBy(() -> Hooks.of(List.of(TestHook.named("a"), TestHook.named("a"))))
          .hasMessageContaining("Two hooks have the name a: ");
    }

    private Pipeline pipeline(String hooks) {
      return Settings.pipeline(
          Map.of("assay.inspector.hooks", hooks, "assay.inspector.default-hooks", "late-one"),
          known);
    }
  }

  @Nested
  class A_run {
    @Test
    void does_all_preprocess_parts_before_any_process_part() {
      var order = new ArrayList<String>();
      var result =
          run(
              TestHook.named("a").early((_, _) -> order.add("a1")).main((_, _) -> order.add("a2")),
              TestHook.named("b").early((_, _) -> order.add("b1")).main((_, _) -> order.add("b2")));

      assertThat(order).containsExactly("a1", "b1", "a2", "b2");
      assertThat(result.outcome().trace().hooks())
          .extracting(run -> run.hook() + " " + run.part())
          .containsExactly("a preprocess", "b preprocess", "a process", "b process");
    }

    @Test
    void records_what_each_hook_changed_and_warned_of() {
      var result =
          run(
              TestHook.named("a")
                  .main(
                      (_, out) -> {
                        out.property("x", StoredJson.tree(1));
                        out.warn("odd");
                      }));

      assertThat(result.outcome().trace().hooks().getLast())
          .satisfies(
              run -> {
                assertThat(run.changes()).containsExactly("property x set to 1");
                assertThat(run.warnings()).containsExactly("odd");
                assertThat(run.failure()).isNull();
                assertThat(run.micros()).isNotNegative();
              });
    }

    @Test
    void collects_the_failures_of_all_preprocess_parts() {
      var result =
          run(
              TestHook.named("a").early((_, _) -> deliberate("first")),
              TestHook.named("b")
                  .early((_, _) -> crash("second"))
                  .main((_, _) -> crash("never reached")),
              TestHook.named("c").early((_, out) -> out.warn("still runs")));
      var failed = (PipelineOutcome.Failed) result.outcome();

      assertThat(failed.code()).isEqualTo(ErrorCode.NO_INTERFACES);
      assertThat(failed.sentence())
          .isEqualTo(
              """
              The following failures happened while running preprocess hooks for node %s:
              Error in preprocess hook a: first
              Unexpected exception IllegalStateException during preprocess hook b: second"""
                  .formatted(Run.NODE));
      assertThat(failed.trace().hooks())
          .extracting(HookRun::failure)
          .containsExactly("first", "second", null);
      assertThat(failed.trace().hooks().getLast().warnings()).containsExactly("still runs");
    }

    @Test
    void stops_at_the_first_deliberate_failure_with_its_own_text() {
      var result =
          run(
              TestHook.named("a").main((_, out) -> out.property("x", StoredJson.tree(1))),
              TestHook.named("b").main((_, _) -> deliberate("no good")),
              TestHook.named("c").main((_, _) -> crash("never reached")));
      var failed = (PipelineOutcome.Failed) result.outcome();

      assertThat(failed.code()).isEqualTo(ErrorCode.NO_INTERFACES);
      assertThat(failed.sentence()).isEqualTo("no good");
      assertThat(failed.trace().hooks())
          .extracting(HookRun::hook)
          .containsExactly("a", "b", "c", "a", "b");
    }

    @Test
    void turns_a_crash_into_a_failure_of_this_inspection() {
      var failed =
          (PipelineOutcome.Failed) run(TestHook.named("a").main((_, _) -> crash("boom"))).outcome();

      assertThat(failed.code()).isEqualTo(ErrorCode.HOOK_FAILED);
      assertThat(failed.sentence())
          .isEqualTo(
              "Unexpected exception IllegalStateException during processing for node: %s. Error: hook a: boom"
                  .formatted(Run.NODE));
    }

    @Test
    void survives_a_hook_that_never_stops_calling_itself() {
      var failed =
          (PipelineOutcome.Failed) run(TestHook.named("a").main((_, _) -> endless(0))).outcome();

      assertThat(failed.code()).isEqualTo(ErrorCode.HOOK_FAILED);
      assertThat(failed.sentence()).startsWith("Unexpected exception StackOverflowError");
    }

    @Test
    void does_not_hide_that_memory_is_used_up() {
      var hook =
          TestHook.named("a")
              .main(
                  (_, _) -> {
                    throw new OutOfMemoryError("as if");
                  });

      assertThatThrownBy(() -> run(hook)).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void tells_which_fact_is_missing() {
      var failed =
          (PipelineOutcome.Failed)
              run(TestHook.named("a").main((_, out) -> out.need(UsableInterfaces.class))).outcome();

      assertThat(failed.sentence()).contains("no earlier hook left the fact UsableInterfaces");
    }

    private static void deliberate(String text) {
      throw new InspectionFailure(ErrorCode.NO_INTERFACES, text);
    }

    private static void crash(String text) {
      throw new IllegalStateException(text);
    }

    private static int endless(int depth) {
      return depth < 0 ? depth : 1 + endless(depth + 1);
    }

    private static Run.Result run(InspectionHook... hooks) {
      return Run.of("{}").with(hooks);
    }
  }
}
