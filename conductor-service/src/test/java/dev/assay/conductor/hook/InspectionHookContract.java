package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.change.ChangeSet;
import dev.assay.conductor.pipeline.Hooks;
import dev.assay.conductor.pipeline.Pipeline;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Settings;
import dev.assay.error.ErrorCode;
import dev.assay.hook.InspectionHook;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests what every hook must do; the test of a hook extends this class. */
@DisplayNameGeneration(ReplaceUnderscores.class)
abstract class InspectionHookContract {
  /** Creates the hook to test. */
  abstract InspectionHook hook();

  @Test
  void has_a_name_with_dashes() {
    assertThat(hook().name()).matches("[a-z0-9]+(-[a-z0-9]+)*");
  }

  @Test
  void is_installed_under_its_name() {
    assertThat(Hooks.installed().find(hook().name())).get().hasSameClassAs(hook());
  }

  @Test
  void stands_behind_known_hooks_only() {
    assertThat(hook().after()).doesNotContain(hook().name());
    assertThat(Hooks.installed().names()).containsAll(hook().after());
  }

  @Test
  void keeps_nothing_but_its_options() {
    assertThat(hook().getClass().getDeclaredFields())
        .allSatisfy(
            field -> assertThat(Modifier.isFinal(field.getModifiers())).as("%s", field).isTrue());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.assay.conductor.hook.Sample#all")
  void leaves_the_inventory_alone(Sample sample) {
    var before = sample.payload().deepCopy();
    sample.run().with(withPredecessors());

    assertThat(sample.payload()).isEqualTo(before);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.assay.conductor.hook.Sample#all")
  void fails_deliberately_if_at_all(Sample sample) {
    var result = sample.run().with(withPredecessors());

    if (result.outcome() instanceof PipelineOutcome.Failed failed) {
      assertThat(failed.code()).as(failed.sentence()).isNotEqualTo(ErrorCode.HOOK_FAILED);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.assay.conductor.hook.Sample#all")
  void gives_the_same_every_time_and_to_every_thread(Sample sample) throws Exception {
    var pipeline = withPredecessors();
    var first = seen(sample.run().with(pipeline).changes());
    Callable<List<Object>> again = () -> seen(sample.run().with(pipeline).changes());
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var run : threads.invokeAll(List.of(again, again, again, again))) {
        assertThat(run.get()).isEqualTo(first);
      }
    }
  }

  private Pipeline withPredecessors() {
    Map<String, InspectionHook> needed = new LinkedHashMap<>();
    collect(hook(), needed);
    return Settings.pipeline(
        Map.of("assay.inspector.hooks", String.join(",", needed.keySet())),
        Hooks.of(new ArrayList<>(needed.values())));
  }

  private static void collect(InspectionHook hook, Map<String, InspectionHook> needed) {
    hook.after().stream()
        .map(name -> Hooks.installed().find(name).orElseThrow())
        .forEach(earlier -> collect(earlier, needed));
    needed.putIfAbsent(hook.name(), hook);
  }

  private static List<Object> seen(ChangeSet changes) {
    return Arrays.asList(changes.properties(), changes.pluginData(), changes.ports());
  }
}
