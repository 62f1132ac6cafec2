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
import java.util.stream.IntStream;

/**
 * Benchmark of the processor time of inspection rules, for several numbers of rules: runs them in
 * this process on one callback repeatedly. Then runs {@link DryRunCosts}.
 */
public final class RuleCosts {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final RuleRegistry registry = registry();
  private final JsonNode inventory;
  private final ObjectNode pluginData;

  private RuleCosts(byte[] payload) throws IOException {
    pluginData = (ObjectNode) new ObjectMapper().readTree(payload);
    inventory = pluginData.remove("inventory");
  }

  /** Exits with 0 when all rules succeeded in every run. */
  public static void main(String... arguments) throws IOException, SQLException {
    if (List.of(arguments).contains("--help")) {
      System.out.print(RuleCostsOptions.USAGE);
      return;
    }
    RuleCostsOptions options;
    try {
      options = RuleCostsOptions.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.print(RuleCostsOptions.USAGE);
      System.exit(2);
      return;
    }
    var payload = new HookCostsOptions(null, options.size(), 0, 1).payload();
    var succeeded = new RuleCosts(payload).measure(options, payload.length);
    if (succeeded && options.nodes() > 0) {
      System.out.println();
      succeeded = new DryRunCosts(options, payload).measure();
    }
    System.exit(succeeded ? 0 : 1);
  }

  private boolean measure(RuleCostsOptions options, int bytes) {
    System.out.printf("rules: %d bytes, 5 conditions each, %d runs%n%n", bytes, options.runs());
    System.out.printf(
        "%6s %9s %11s %11s %11s %13s%n",
        "rules", "matched", "CPU p50 ms", "p90 ms", "p99 ms", "p50 us a rule");
    System.err.printf("warming up: %d rules ...%n", options.warmUp());
    for (int count : options.rules()) {
      var rules = compiled(count);
      var warmUpRuns = options.warmUp() / options.rules().size() / count;
      IntStream.range(0, warmUpRuns).forEach(_ -> runOnce(rules));
      var costs = new long[options.runs()];
      for (var i = 0; i < costs.length; i++) {
        var before = THREADS.getCurrentThreadCpuTime();
        var outcome = runOnce(rules);
        costs[i] = THREADS.getCurrentThreadCpuTime() - before;
        if (outcome instanceof RuleOutcome.Failed failed) {
          System.err.println("the rules failed: " + failed.sentence());
          return false;
        }
      }
      print(count, costs, runOnce(rules));
    }
    return true;
  }

  /**
   * Runs the rules once, including the JSON documents of the node that an inspection prepares for
   * them.
   */
  private RuleOutcome runOnce(List<CompiledRule> rules) {
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
