package dev.assay.conductor.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hook.ChangeSet;
import dev.assay.port.MacAddress;
import dev.assay.rule.ApiCall;
import dev.assay.rule.CompiledRule;
import dev.assay.rule.RuleEngine;
import dev.assay.rule.RuleOutcome;
import dev.assay.rule.definition.Phase;
import dev.assay.rule.node.NodeData;
import dev.assay.storedjson.StoredJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs the rules of one inspection: each phase reads what the hooks have left, and later hooks read
 * what the rules have changed. Used by one thread at a time. Source: spec rules.md 3.
 */
public final class RulesRun implements RulePhases {
  private final List<CompiledRule> rules;
  private final Optional<NodeData> nodeData;
  private final JsonNode inventory;
  private final List<ApiCall> calls = new ArrayList<>();

  private RulesRun(List<CompiledRule> rules, Optional<NodeData> nodeData, JsonNode inventory) {
    this.rules = List.copyOf(rules);
    this.nodeData = nodeData;
    this.inventory = inventory;
  }

  /**
   * {@code rules} has the rules of all phases, in the order of {@link
   * dev.assay.rule.definition.Rule#ORDER}.
   */
  public static RulesRun of(List<CompiledRule> rules, NodeData nodeData, JsonNode inventory) {
    return new RulesRun(rules, Optional.of(nodeData), inventory);
  }

  /** A run without rules, and so without documents for them. */
  public static RulesRun none() {
    return new RulesRun(List.of(), Optional.empty(), NullNode.getInstance());
  }

  /** The methods below return what the rules change beyond {@code changes}. */
  @Override
  public RuleOutcome run(Phase phase, ChangeSet changes, RuleEngine.Watch watch) {
    return nodeData
        .filter(_ -> rules.stream().anyMatch(rule -> rule.rule().phase() == phase))
        .map(it -> run(phase, it, changes, watch))
        .orElseGet(() -> new RuleOutcome.Done(List.of()));
  }

  private RuleOutcome run(Phase phase, NodeData on, ChangeSet changes, RuleEngine.Watch watch) {
    on.takeOver(changes.properties(), changes.ports());
    var pluginData = changes.pluginData();
    var scope = on.scope(inventory, pluginData);
    var outcome = RuleEngine.run(phase, rules, scope, watch);
    if (outcome instanceof RuleOutcome.Done) {
      changes.takeOver(on.properties(), pluginData, on.ports());
      calls.addAll(scope.ordered());
    }
    return outcome;
  }

  /**
   * The fields of the node that rules changed, with their current values; may include properties.
   */
  public ObjectNode changes() {
    return nodeData.map(NodeData::changes).orElseGet(StoredJson::object);
  }

  /** The fields that rules changed, by port. */
  public Map<MacAddress, ObjectNode> portChanges() {
    return nodeData.map(NodeData::portChanges).orElseGet(Map::of);
  }

  /** The calls to make after the commit, in the order they were ordered. */
  public List<ApiCall> calls() {
    return List.copyOf(calls);
  }
}
