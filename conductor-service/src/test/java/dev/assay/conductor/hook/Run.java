package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hook.Changes;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.hook.KnownPort;
import dev.assay.hook.PortPolicy;
import dev.assay.inventory.Inventory;
import dev.assay.node.NodeId;
import dev.assay.port.MacAddress;
import dev.assay.storedjson.StoredJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One run of hooks over an inventory, from the node as given. */
final class Run {
  static final NodeId NODE = NodeId.of("7a1c0bd4-6a27-4c1e-8a55-0d4cf4c1b0aa");

  private final JsonNode inventory;
  private ObjectNode pluginData = StoredJson.object();
  private ObjectNode properties = StoredJson.object();
  private final List<KnownPort> ports = new ArrayList<>();
  private Set<MacAddress> foreign = Set.of();
  private PortPolicy policy = new PortPolicy(PortPolicy.Add.PXE, PortPolicy.Keep.ALL, true);

  private Run(JsonNode inventory) {
    this.inventory = inventory;
  }

  /** What came of it. */
  record Result(HookOutcome outcome, Changes changes) {
    String sentence() {
      return outcome instanceof HookOutcome.Failed failed ? failed.sentence() : "";
    }

    /** Address to pxe_enabled, sorted. */
    Map<String, Boolean> ports() {
      var byAddress = new java.util.TreeMap<String, Boolean>();
      changes.ports().forEach(port -> byAddress.put(port.address().text(), port.pxeEnabled()));
      return byAddress;
    }
  }

  static Run of(JsonNode inventory) {
    return new Run(inventory);
  }

  /** JSON with single quotes. */
  static Run of(String inventory) {
    return new Run(json(inventory));
  }

  static JsonNode json(String text) {
    return StoredJson.read(text.replace('\'', '"'), JsonNode.class);
  }

  Run pluginData(JsonNode data) {
    pluginData = (ObjectNode) data;
    return this;
  }

  Run properties(JsonNode given) {
    properties = (ObjectNode) given;
    return this;
  }

  Run port(String address, boolean pxeEnabled) {
    ports.add(new KnownPort(MacAddress.of(address), pxeEnabled, StoredJson.object()));
    return this;
  }

  Run foreign(String address) {
    foreign = Set.of(MacAddress.of(address));
    return this;
  }

  Run policy(PortPolicy given) {
    policy = given;
    return this;
  }

  Run policy(PortPolicy.Add add, PortPolicy.Keep keep) {
    return policy(new PortPolicy(add, keep, true));
  }

  Result with(InspectionHook... hooks) {
    return with(
        HookPipeline.of(
            Settings.of(Map.of("assay.inspector.hooks", names(hooks))), Hooks.of(List.of(hooks))));
  }

  Result with(HookPipeline pipeline) {
    var changes = new Changes(properties, pluginData, ports);
    var input = new HookInput(NODE, new Inventory(inventory), policy, foreign);
    return new Result(pipeline.run(input, changes), changes);
  }

  private static String names(InspectionHook... hooks) {
    return String.join(",", List.of(hooks).stream().map(InspectionHook::name).toList());
  }
}
