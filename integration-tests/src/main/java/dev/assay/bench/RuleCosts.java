package dev.assay.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.plugin.Plugins;
import dev.assay.rule.CompiledRule;
import dev.assay.rule.RuleEngine;
import dev.assay.rule.RuleOutcome;
import dev.assay.rule.RuleRegistry;
import dev.assay.rule.RuleScope;
import dev.assay.rule.RulesConfig;
import dev.assay.rule.definition.Action;
import dev.assay.rule.definition.Condition;
import dev.assay.rule.definition.Phase;
import dev.assay.rule.definition.Rule;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Benchmark of the processor time of inspection rules, for several numbers of rules: runs them in
 * this process on one callback repeatedly. Then runs {@link DryRunCosts}.
 */
@Command(
    name = "integration-tests/bench/rules",
    description = "What inspection rules cost the processor, and how long a dry run takes.")
public final class RuleCosts implements Callable<Integer> {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final RuleRegistry registry = registry();

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

  @Option(
      names = "--warm-up",
      paramLabel = "0..1000000000",
      description =
          "Rules run before, not measured: the compiler of the virtual machine takes as long"
              + " (default: ${DEFAULT-VALUE}).")
  int warmUp = 2_000_000;

  @Option(
      names = "--runs",
      paramLabel = "1..100000",
      description = "Inspections to measure for each number of rules (default: ${DEFAULT-VALUE}).")
  int runs = 300;

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

  RuleCosts() {}

  /** Exits with 0 when all rules succeeded in every run. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new RuleCosts(), arguments);
  }

  @Override
  public Integer call() throws IOException, SQLException {
    var payload = HookCosts.simulated(size);
    var succeeded = measure(payload);
    if (succeeded && nodes > 0) {
      System.out.println();
      succeeded = new DryRunCosts(stack, nodes, tried, payload).measure();
    }
    return succeeded ? 0 : 1;
  }

  private boolean measure(byte[] payload) throws IOException {
    var sent = (ObjectNode) new ObjectMapper().readTree(payload);
    var inventory = sent.remove("inventory");
    System.out.printf("rules: %d bytes, 5 conditions each, %d runs%n%n", payload.length, runs);
    System.out.printf(
        "%6s %9s %11s %11s %11s %13s%n",
        "rules", "matched", "CPU p50 ms", "p90 ms", "p99 ms", "p50 us a rule");
    System.err.printf("warming up: %d rules ...%n", warmUp);
    for (int count : rules) {
      var compiled = compiled(count);
      var warmUpRuns = warmUp / rules.size() / count;
      IntStream.range(0, warmUpRuns).forEach(_ -> runOnce(compiled, inventory, sent));
      var costs = new long[runs];
      for (var i = 0; i < costs.length; i++) {
        var before = THREADS.getCurrentThreadCpuTime();
        var outcome = runOnce(compiled, inventory, sent);
        costs[i] = THREADS.getCurrentThreadCpuTime() - before;
        if (outcome instanceof RuleOutcome.Failed failed) {
          System.err.println("the rules failed: " + failed.sentence());
          return false;
        }
      }
      print(count, costs, runOnce(compiled, inventory, sent));
    }
    return true;
  }

  /**
   * Runs the rules once, including the JSON documents of the node that an inspection prepares for
   * them.
   */
  private static RuleOutcome runOnce(
      List<CompiledRule> rules, JsonNode inventory, ObjectNode pluginData) {
    var scope = RuleScope.of(new ChangeSet(node(), List.of(), pluginData.deepCopy()), inventory);
    return RuleEngine.run(Phase.MAIN, rules, scope);
  }

  private static ObjectNode node() {
    var node =
        JsonNodeFactory.instance.objectNode().put("uuid", "7a1c0bd4-6a27-4c1e-8a55-0d4cf4c1b0aa");
    node.put("resource_class", "baremetal").putObject("properties").put("cpu_arch", "x86_64");
    node.putObject("driver_info").put("redfish_password", "not for rules");
    node.putObject("extra");
    return node;
  }

  private List<CompiledRule> compiled(int count) {
    return SampleRules.documents(count)
        .valueStream()
        .map(
            document ->
                new Rule(
                    "rule",
                    null,
                    0,
                    null,
                    false,
                    true,
                    Phase.MAIN,
                    Condition.list(document.path("conditions")),
                    Action.list(document.path("actions")),
                    false))
        .map(rule -> CompiledRule.compile(rule, registry))
        .toList();
  }

  private static RuleRegistry registry() {
    var config =
        new SmallRyeConfigBuilder()
            .addDefaultInterceptors()
            .addDiscoveredConverters()
            .withMapping(RulesConfig.class)
            .build()
            .getConfigMapping(RulesConfig.class);
    return new RuleRegistry(Plugins.in(Path.of("no-such-folder")), config);
  }

  private static void print(int count, long[] costs, RuleOutcome last) {
    Arrays.sort(costs);
    System.out.printf(
        "%6d %9d %11.3f %11.3f %11.3f %13.2f%n",
        count,
        last.trace().stream().filter(run -> Boolean.TRUE.equals(run.matched())).count(),
        at(costs, 50),
        at(costs, 90),
        at(costs, 99),
        at(costs, 50) * 1000 / count);
  }

  private static double at(long[] sorted, int percent) {
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)] / 1e6;
  }
}
