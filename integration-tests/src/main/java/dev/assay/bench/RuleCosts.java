package dev.assay.bench;

import dev.assay.bench.Microbenchmark.Cost;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of the time of inspection rules without services, for several numbers of rules. Then
 * runs {@link DryRunCosts}.
 */
@Command(
    name = "integration-tests/bench/rules",
    description = "What inspection rules cost the processor, and how long a dry run takes.")
public final class RuleCosts implements Callable<Integer> {
  @Option(
      names = "--rules",
      split = ",",
      paramLabel = "1..20000",
      hideParamSyntax = true,
      description =
          "How many rules at a time, several with commas (default: 250,500,1000,2000,4000).")
  List<Integer> rules = List.of(250, 500, 1000, 2000, 4000);

  @Option(
      names = "--size",
      paramLabel = "1..1000000",
      description = "Bytes of the simulated callback (default: ${DEFAULT-VALUE}).")
  int size = 50_000;

  @Mixin private Microbenchmark microbenchmark = new Microbenchmark();

  @Option(
      names = "--stack",
      paramLabel = "STACK",
      description =
          "What executes the dry run: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  StackKind stack = StackKind.SERVICES;

  @Option(
      names = "--nodes",
      paramLabel = "0..200000",
      description = "Stored inventories of the dry run; 0: no dry run (default: ${DEFAULT-VALUE}).")
  int nodes = 10_000;

  @Option(
      names = "--tried",
      paramLabel = "1..5000",
      description = "Rules of the dry run (default: ${DEFAULT-VALUE}).")
  int tried = 10;

  @Mixin private Report report = new Report();

  RuleCosts() {}

  /** Exits with 0 when all rules succeeded in every run. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new RuleCosts(), arguments);
  }

  /** The results of one run. */
  record Figures(
      long payloadBytes, List<RulesCost> inspections, List<DryRunCosts.Figures> dryRuns) {}

  /** The time of all rules of one inspection. */
  record RulesCost(int rules, Cost allRules) {
    static RulesCost of(RunResult result) {
      return new RulesCost(Integer.parseInt(result.getParams().getParam("rules")), Cost.of(result));
    }

    void print(PrintStream out) {
      out.printf(
          "%6d %9d %9.3f %9.3f %9.3f %12.3f %17.2f%n",
          rules,
          allRules.runs(),
          allRules.p50Ms(),
          allRules.p90Ms(),
          allRules.p99Ms(),
          allRules.cpuMs(),
          allRules.cpuMs() * 1000 / rules);
    }
  }

  @Override
  public Integer call() throws IOException, SQLException {
    var payload = HookCosts.simulated(size);
    var figures = new Figures(Files.size(payload), inspections(payload), dryRuns(payload));
    report.write(figures);
    return figures.dryRuns().stream().allMatch(DryRunCosts.Figures::complete) ? 0 : 1;
  }

  private List<RulesCost> inspections(Path payload) throws IOException {
    var costs =
        microbenchmark
            .run(
                RuleBenchmark.class,
                Map.of(
                    "payload", List.of(payload.toString()),
                    "rules", rules.stream().map(String::valueOf).toList()))
            .stream()
            .map(RulesCost::of)
            .toList();
    var out = report.text();
    out.printf("rules: %d bytes, 5 conditions each%n%n", Files.size(payload));
    out.printf(
        "%6s %9s %9s %9s %9s %12s %17s%n",
        "rules", "runs", "p50 ms", "p90 ms", "p99 ms", "CPU mean ms", "CPU us for a rule");
    costs.forEach(cost -> cost.print(out));
    return costs;
  }

  private List<DryRunCosts.Figures> dryRuns(Path payload) throws IOException, SQLException {
    if (nodes == 0) {
      return List.of();
    }
    report.text().println();
    return new DryRunCosts(stack, nodes, tried, Files.readAllBytes(payload)).measure(report.text());
  }
}
