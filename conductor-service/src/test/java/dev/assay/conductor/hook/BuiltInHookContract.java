package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.change.ChangeSet;
import dev.assay.conductor.pipeline.Hooks;
import dev.assay.conductor.pipeline.Pipeline;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Settings;
import dev.assay.contract.InspectionHookContract;
import dev.assay.error.ErrorCode;
import dev.assay.hook.InspectionHook;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests what every hook that Assay contains must do; the test of a hook extends this class. Adds to
 * the contract of all hooks what Ironic makes of samples.
 */
abstract class BuiltInHookContract extends InspectionHookContract {
  @Override
  protected final List<InspectionHook> earlier() {
    var all = new ArrayList<>(withEarlier());
    all.removeLast();
    return all;
  }

  @Test
  void is_installed_under_its_name() {
    assertThat(Hooks.installed().find(hook().name()))
        .as(
            "add the line %s to src/main/resources/META-INF/services/%s",
            hook().getClass().getName(), InspectionHook.class.getName())
        .get()
        .hasSameClassAs(hook());
  }

  @Test
  void stands_behind_known_hooks_only() {
    assertThat(Hooks.installed().names()).containsAll(hook().after());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.assay.conductor.hook.Sample#all")
  void leaves_the_inventory_of_a_sample_alone(Sample sample) {
    var before = sample.payload().deepCopy();
    sample.run().with(withPredecessors());

    assertThat(sample.payload()).isEqualTo(before);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.assay.conductor.hook.Sample#all")
  void fails_on_a_sample_with_a_code_of_its_own_if_at_all(Sample sample) {
    var result = sample.run().with(withPredecessors());

    if (result.outcome() instanceof PipelineOutcome.Failed failed) {
      assertThat(failed.code()).as(failed.sentence()).isNotEqualTo(ErrorCode.HOOK_FAILED);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.assay.conductor.hook.Sample#all")
  void does_the_same_with_a_sample_in_every_thread(Sample sample) throws Exception {
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
    var hooks = withEarlier();
    return Settings.pipeline(
        Map.of(
            "assay.inspector.hooks",
            String.join(",", hooks.stream().map(InspectionHook::name).toList())),
        Hooks.of(hooks));
  }

  private List<InspectionHook> withEarlier() {
    Map<String, InspectionHook> needed = new LinkedHashMap<>();
    collect(hook(), needed);
    return List.copyOf(needed.values());
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
