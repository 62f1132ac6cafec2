package dev.assay.bench;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Adds the mean processor time of an operation to the results of JMH, summed over all Java threads:
 * hooks run on other threads than the one that JMH measures. Compiler and garbage collector are not
 * included.
 */
public final class ProcessorTime implements InternalProfiler {
  /** The name of this result. */
  static final String NAME = "processor time";

  private long before;

  @Override
  public String getDescription() {
    return "processor time of all Java threads";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = nanos();
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    var micros = (nanos() - before) / 1000.0 / result.getMetadata().getAllOps();
    return List.of(new ScalarResult(NAME, micros, "us/op", AggregationPolicy.AVG));
  }

  private static long nanos() {
    var threads = ManagementFactory.getThreadMXBean();
    return Arrays.stream(threads.getAllThreadIds()).map(threads::getThreadCpuTime).sum();
  }
}
