package dev.assay.bench;

import dev.assay.stack.Installation;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Option;

/** Runs a benchmark of JMH in processes of its own, with the options that say for how long. */
final class Microbenchmark {
  @Option(
      names = "--forks",
      paramLabel = "1..100",
      description =
          "Processes that measure, one after the other: each compiles the code anew"
              + " (default: ${DEFAULT-VALUE}).")
  int forks = 1;

  @Option(
      names = "--warm-up",
      paramLabel = "0..600",
      description =
          "Seconds before the measurement in each of them: the compiler of the virtual machine"
              + " takes as long (default: ${DEFAULT-VALUE}).")
  int warmUp = 15;

  @Option(
      names = "--seconds",
      paramLabel = "1..600",
      description = "How long each of them measures (default: ${DEFAULT-VALUE}).")
  int seconds = 10;

  /**
   * The distribution of the time of one operation, and its mean processor time.
   *
   * @param runs how many were measured
   */
  record Cost(long runs, double p50Ms, double p90Ms, double p99Ms, double cpuMs) {
    static Cost of(RunResult result) {
      var micros = result.getPrimaryResult().getStatistics();
      var processor =
          Objects.requireNonNull(
              result.getSecondaryResults().get(ProcessorTime.NAME), ProcessorTime.NAME);
      return new Cost(
          micros.getN(),
          micros.getPercentile(50) / 1000,
          micros.getPercentile(90) / 1000,
          micros.getPercentile(99) / 1000,
          processor.getScore() / 1000);
    }
  }

  /**
   * Measures a class with one method, once for each combination of its parameters.
   *
   * @throws IllegalStateException if it fails; the log of JMH says why
   */
  Collection<RunResult> run(Class<?> benchmark, Map<String, List<String>> parameters) {
    var log = Installation.target().resolve("jmh.log").toString();
    var options =
        new OptionsBuilder()
            .include(Pattern.quote(benchmark.getName() + "."))
            .mode(Mode.SampleTime)
            .timeUnit(TimeUnit.MICROSECONDS)
            .addProfiler(ProcessorTime.class)
            .addProfiler(HookShares.class)
            .forks(forks)
            .warmupIterations(warmUp)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(seconds)
            .measurementTime(TimeValue.seconds(1))
            .shouldFailOnError(true)
            .output(log);
    parameters.forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
    System.err.println("measuring; the log is " + log + " ...");
    try {
      return new Runner(options.build()).run();
    } catch (RunnerException e) {
      throw new IllegalStateException("The benchmark failed; see " + log, e);
    }
  }
}
