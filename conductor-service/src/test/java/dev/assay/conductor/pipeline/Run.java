package dev.assay.conductor.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.hook.Changes;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.hook.KnownPort;
import dev.assay.hook.PortPolicy;
import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import dev.assay.inventory.Inventory;
import dev.assay.storedjson.StoredJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs hooks on an inventory, starting from a given node. */
public final class Run {
  public static final NodeId NODE = NodeId.of("7a1c0bd4-6a27-4c1e-8a55-0d4cf4c1b0aa");

  private final JsonNode inventory;
  private ObjectNode pluginData = StoredJson.object();
  private ObjectNode properties = StoredJson.object();
  private final List<KnownPort> ports = new ArrayList<>();
  private Set<MacAddress> foreign = Set.of();
  private @Nullable JsonNode previous;
  private final Map<String, String> options = new HashMap<>();

  private Run(JsonNode inventory) {
    this.inventory = inventory;
  }

  /** The result of a run. */
  public record Result(PipelineOutcome outcome, ChangeSet changes) {
    public String sentence() {
      return outcome instanceof PipelineOutcome.Failed failed ? failed.sentence() : "";
    }

    /** What a hook behind these would see. */
    public Changes seen() {
      return changes.step();
    }

    /** Address to pxe_enabled, sorted. */
    public Map<String, Boolean> ports() {
      var byAddress = new java.util.TreeMap<String, Boolean>();
      changes.ports().forEach(port -> byAddress.put(port.address().text(), port.pxeEnabled()));
      return byAddress;
    }
  }

  public static Run of(JsonNode inventory) {
    return new Run(inventory);
  }

  /** JSON with single quotes. */
  public static Run of(String inventory) {
    return new Run(json(inventory));
  }

  public static JsonNode json(String text) {
    return StoredJson.read(text.replace('\'', '"'), JsonNode.class);
  }

  public Run pluginData(JsonNode data) {
    pluginData = (ObjectNode) data;
    return this;
  }

  public Run properties(JsonNode given) {
    properties = (ObjectNode) given;
    return this;
  }

  public Run port(String address, boolean pxeEnabled) {
    ports.add(KnownPort.found(MacAddress.of(address), pxeEnabled));
    return this;
  }

  public Run foreign(String address) {
    foreign = Set.of(MacAddress.of(address));
    return this;
  }

  public Run port(KnownPort port) {
    ports.add(port);
    return this;
  }

  /** The inventory of the last successful inspection. */
  public Run previous(JsonNode given) {
    previous = given;
    return this;
  }

  /** An option of the configuration, without "assay.inspector.". */
  public Run option(String name, String value) {
    options.put("assay.inspector." + name, value);
    return this;
  }

  public Run policy(PortPolicy given) {
    return option("add-ports", given.add().wire())
        .option("keep-ports", given.keep().name())
        .option("update-pxe-enabled", String.valueOf(given.updatePxeEnabled()));
  }

  public Run policy(PortPolicy.Add add, PortPolicy.Keep keep) {
    return policy(new PortPolicy(add, keep, true));
  }

  /** Runs exactly these, with the options given. */
  public Result with(InspectionHook... hooks) {
    options.put("assay.inspector.hooks", names(hooks));
    return with(Settings.pipeline(options, Hooks.of(List.of(hooks))));
  }

  public Result with(Pipeline pipeline) {
    var changes = ChangeSet.forHooks(properties, pluginData, ports);
    var earlier = previous == null ? null : new Inventory(previous);
    var input = new HookInput(NODE, new Inventory(inventory), earlier, foreign);
    return new Result(pipeline.run(input, changes, RulePhases.NONE), changes);
  }

  private static String names(InspectionHook... hooks) {
    return String.join(",", List.of(hooks).stream().map(InspectionHook::name).toList());
  }
}
