package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.pipeline.Hooks;
import dev.assay.conductor.pipeline.Pipeline;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Run;
import dev.assay.conductor.pipeline.Settings;
import dev.assay.error.ErrorCode;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Whatever a ramdisk sends and an operator sets, hooks succeed or fail deliberately. Other seeds
 * and numbers: {@code -Dassay.mutations.seed=7 -Dassay.mutations.count=1000000}.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MutationTest {
  private static final long SEED = Long.getLong("assay.mutations.seed", 1);
  private static final int COUNT = Integer.getInteger("assay.mutations.count", 20_000);
  private static final List<Sample> SAMPLES = Sample.all().toList();
  private static final List<Sample> GOOD = Sample.withAllHooks().toList();

  private final Pipeline pipeline =
      Settings.pipeline(
          allHooks(), new Expected(Sample.of("01-1u-2nic-lldp"), "all_hooks").options());

  /** Ironic's hooks in its order, and then those that only Assay has. */
  private static List<String> allHooks() {
    var ironic = new Expected(Sample.of("01-1u-2nic-lldp"), "all_hooks").hooks();
    return Stream.concat(ironic.stream(), Hooks.installed().names().stream()).distinct().toList();
  }

  @Test
  void nothing_but_a_result_or_a_deliberate_failure_comes_of_any_mutation() {
    var done = new AtomicInteger();
    var problems =
        IntStream.range(0, COUNT)
            .parallel()
            .mapToObj(number -> problem(number, done))
            .filter(text -> !text.isEmpty())
            .limit(20)
            .toList();

    assertThat(problems).as("seed %d", SEED).isEmpty();
    assertThat(done.get()).as("a good part gets through all hooks").isGreaterThan(COUNT / 4);
  }

  /** What is wrong with mutation {@code number}; empty when nothing is. */
  private String problem(int number, AtomicInteger done) {
    var random = new SplittableRandom(SEED * 1_000_003 + number);
    var mutations = new Mutations(random);
    var samples = random.nextInt(4) == 0 ? SAMPLES : GOOD;
    var sample = samples.get(random.nextInt(samples.size()));
    ObjectNode mutated = sample.payload().deepCopy();
    if (random.nextBoolean()) {
      mutations.changeLldp(mutated);
    }
    if (random.nextInt(4) > 0) {
      mutations.change(mutated);
    }
    var payload = parsed(mutated);
    var before = payload.path("inventory").deepCopy();
    var run =
        Run.of(payload.path("inventory"))
            .pluginData(payload.deepCopy().without("inventory"))
            .properties(parsed(mutations.properties()))
            .previous(SAMPLES.get(random.nextInt(SAMPLES.size())).payload().path("inventory"));
    try {
      var result = run.with(pipeline);
      if (!before.equals(payload.path("inventory"))) {
        return "%d (%s): the inventory was changed".formatted(number, sample);
      }
      return switch (result.outcome()) {
        case PipelineOutcome.Done _ -> {
          done.incrementAndGet();
          var changed = changedByStoring(result);
          yield changed.isEmpty()
              ? ""
              : "%d (%s): changed when stored: %s".formatted(number, sample, changed);
        }
        case PipelineOutcome.Failed failed ->
            failed.code() == ErrorCode.HOOK_FAILED || failed.code() == ErrorCode.HOOK_TIMEOUT
                ? "%d (%s): %s".formatted(number, sample, failed.sentence())
                : "";
      };
    } catch (RuntimeException e) {
      return "%d (%s): %s".formatted(number, sample, e);
    }
  }

  /** The members that come back from JSON text otherwise than they went in. */
  private static List<String> changedByStoring(Run.Result result) {
    return Stream.of(result.changes().properties(), result.changes().pluginData())
        .flatMap(MutationTest::changedByStoring)
        .toList();
  }

  private static Stream<String> changedByStoring(ObjectNode json) {
    var stored = parsed(json);
    return json.properties().stream()
        .filter(member -> !member.getValue().equals(stored.get(member.getKey())))
        .map(Map.Entry::toString);
  }

  private static ObjectNode parsed(ObjectNode json) {
    return StoredJson.read(StoredJson.write(json), ObjectNode.class);
  }
}
