package dev.assay.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.conductor.pipeline.Pipeline;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.RulePhases;
import dev.assay.hook.HookInput;
import dev.assay.id.NodeId;
import dev.assay.inventory.Inventory;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What {@link HookCosts} measures: all built-in hooks over one payload. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the parameters and calls prepare()
public class HookBenchmark {
  private static final NodeId NODE = NodeId.of("7a1c0bd4-6a27-4c1e-8a55-0d4cf4c1b0aa");

  /** The file with the body of a callback. */
  @Param({})
  public String payload;

  private Pipeline hooks;
  private ObjectNode pluginData;
  private Inventory inventory;

  /** Reads the payload and configures the hooks. */
  @Setup
  public void prepare() throws IOException {
    pluginData = (ObjectNode) new ObjectMapper().readTree(new File(payload));
    inventory = new Inventory(pluginData.remove("inventory"));
    hooks = BenchmarkHooks.all();
  }

  /** Runs the hooks once; their changes are dropped. */
  @Benchmark
  public PipelineOutcome hooks() {
    var properties = JsonNodeFactory.instance.objectNode().put("capabilities", "profile:compute");
    properties.putObject("root_device").put("size", ">= 1");
    var changes = ChangeSet.forHooks(properties, pluginData, List.of());
    var outcome =
        hooks.run(new HookInput(NODE, inventory, inventory, Set.of()), changes, RulePhases.NONE);
    if (outcome instanceof PipelineOutcome.Failed failed) {
      throw new IllegalStateException("the hooks failed: " + failed.sentence());
    }
    HookShares.add(outcome.trace().hooks());
    return outcome;
  }
}
