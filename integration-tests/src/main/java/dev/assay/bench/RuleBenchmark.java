package dev.assay.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.plugin.Plugins;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Action;
import dev.assay.rule.definition.Condition;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.CompiledRule;
import dev.assay.rule.engine.RuleEngine;
import dev.assay.rule.engine.RuleOutcome;
import dev.assay.rule.engine.RuleRegistry;
import dev.assay.rule.engine.RuledData;
import dev.assay.rule.engine.RulesConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What {@link RuleCosts} measures: the rules of one inspection. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the parameters and calls prepare()
public class RuleBenchmark {
  /** The file with the body of a callback. */
  @Param({})
  public String payload;

  /** How many rules. */
  @Param({})
  public int rules;

  private List<CompiledRule> compiled;
  private JsonNode inventory;
  private ObjectNode pluginData;

  /** Reads the payload and compiles the rules. */
  @Setup
  public void prepare() throws IOException {
    pluginData = (ObjectNode) new ObjectMapper().readTree(new File(payload));
    inventory = pluginData.remove("inventory");
    var registry = registry();
    compiled =
        SampleRules.documents(rules)
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

  /**
   * Runs the rules once, including the JSON documents of the node that an inspection prepares for
   * them.
   */
  @Benchmark
  public RuleOutcome rules() {
    var scope = RuledData.of(new ChangeSet(node(), List.of(), pluginData.deepCopy()), inventory);
    var outcome = RuleEngine.run(Phase.MAIN, compiled, scope);
    if (outcome instanceof RuleOutcome.Failed failed) {
      throw new IllegalStateException("the rules failed: " + failed.sentence());
    }
    return outcome;
  }

  private static ObjectNode node() {
    var node =
        JsonNodeFactory.instance.objectNode().put("uuid", "7a1c0bd4-6a27-4c1e-8a55-0d4cf4c1b0aa");
    node.put("resource_class", "baremetal").putObject("properties").put("cpu_arch", "x86_64");
    node.putObject("driver_info").put("redfish_password", "not for rules");
    node.putObject("extra");
    return node;
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
}
