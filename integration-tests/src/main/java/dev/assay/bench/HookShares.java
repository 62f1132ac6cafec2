package dev.assay.bench;

import dev.assay.inspection.Trace.HookRun;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/** Adds the time of each hook, as the traces of the runs report it, to the results of JMH. */
public final class HookShares implements InternalProfiler {
  /** The prefix of these results; the name of the hook follows. */
  static final String PREFIX = "hook ";

  /** Static because JMH creates profilers and benchmarks independently of each other. */
  private static final Map<String, Long> MICROS = new LinkedHashMap<>();

  /** Counts one run of all hooks. */
  static void add(List<HookRun> trace) {
    trace.forEach(part -> MICROS.merge(part.hook(), part.micros(), Long::sum));
  }

  @Override
  public String getDescription() {
    return "time of each hook";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    MICROS.clear();
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double runs = result.getMetadata().getAllOps();
    return MICROS.entrySet().stream()
        .map(
            hook ->
                new ScalarResult(
                    PREFIX + hook.getKey(), hook.getValue() / runs, "us/op", AggregationPolicy.AVG))
        .toList();
  }
}
