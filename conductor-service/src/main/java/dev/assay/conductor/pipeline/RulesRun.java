package dev.assay.conductor.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hook.ChangeSet;
import dev.assay.port.MacAddress;
import dev.assay.rule.ApiCall;
import dev.assay.rule.CompiledRule;
import dev.assay.rule.Phase;
import dev.assay.rule.RuleEngine;
import dev.assay.rule.RuleOutcome;
import dev.assay.rule.subject.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The rules of one inspection: they run on what the hooks left, and the hooks go on with what rules
 * made of it. Used by one thread at a time. Source: spec rules.md 3.
 */
public final class RulesRun implements RulePhases {
  private final List<CompiledRule> rules;
  private final Subject subject;
  private final JsonNode inventory;
  private final List<ApiCall> calls = new ArrayList<>();

  /** {@code rules} are those of all phases, in the order of {@link dev.assay.rule.Rule#ORDER}. */
  public RulesRun(List<CompiledRule> rules, Subject subject, JsonNode inventory) {
    this.rules = List.copyOf(rules);
    this.subject = subject;
    this.inventory = inventory;
  }

  /** What they change beyond that is below. */
  @Override
  public RuleOutcome run(Phase phase, ChangeSet changes, RuleEngine.Watch watch) {
    if (rules.stream().noneMatch(rule -> rule.rule().phase() == phase)) {
      return new RuleOutcome.Done(List.of());
    }
    subject.become(changes.properties(), changes.ports());
    var pluginData = changes.pluginData();
    var scope = subject.scope(inventory, pluginData);
    var outcome = RuleEngine.run(phase, rules, scope, watch);
    if (outcome instanceof RuleOutcome.Done) {
      changes.become(subject.properties(), pluginData, subject.ports());
      calls.addAll(scope.ordered());
    }
    return outcome;
  }

  /** The fields of the node that rules changed, as they are now; its properties may be there. */
  public ObjectNode changes() {
    return subject.changes();
  }

  /** For each port that rules changed, the fields that they did. */
  public Map<MacAddress, ObjectNode> portChanges() {
    return subject.portChanges();
  }

  /** The calls to make after the commit, in the order they were ordered. */
  public List<ApiCall> calls() {
    return List.copyOf(calls);
  }
}
