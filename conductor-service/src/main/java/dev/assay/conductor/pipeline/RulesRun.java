package dev.assay.conductor.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.inspection.ClassicData;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.ApiCall;
import dev.assay.rule.Phase;
import dev.assay.rule.classic.ClassicRule;
import dev.assay.rule.classic.ClassicRules;
import dev.assay.rule.data.ChangeLog;
import dev.assay.rule.engine.CompiledRule;
import dev.assay.rule.engine.RuleEngine;
import dev.assay.rule.engine.RuleOutcome;
import dev.assay.rule.engine.RuledData;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs the rules of one inspection: each phase reads what the hooks have left, and later hooks read
 * what the rules have changed. Used by one thread at a time. Source: spec rules.md 3.
 */
public final class RulesRun implements RulePhases {
  private final List<CompiledRule> rules;
  private final List<ObjectNode> portGroups;
  private final JsonNode inventory;
  private final List<ClassicRule> classic;
  private final boolean masked;
  private final ChangeLog changeLog = new ChangeLog();
  private final List<ApiCall> calls = new ArrayList<>();

  /**
   * Creates a run.
   *
   * @param rules of all phases, in the order of {@link dev.assay.rule.definition.Rule#ORDER}
   * @param portGroups those of the node, as rules see them
   * @param inventory as sent
   */
  public RulesRun(List<CompiledRule> rules, List<ObjectNode> portGroups, JsonNode inventory) {
    this(rules, portGroups, inventory, List.of(), true);
  }

  private RulesRun(
      List<CompiledRule> rules,
      List<ObjectNode> portGroups,
      JsonNode inventory,
      List<ClassicRule> classic,
      boolean masked) {
    this.rules = List.copyOf(rules);
    this.portGroups = portGroups;
    this.inventory = inventory;
    this.classic = List.copyOf(classic);
    this.masked = masked;
  }

  /**
   * The same run with classic rules, which run in phase main before the others. Source: spec
   * inspector-compat.md 6.4.
   *
   * @param classic in the order of their creation
   * @param masked whether classic rules see *** instead of secrets
   */
  public RulesRun withClassic(List<ClassicRule> classic, boolean masked) {
    return new RulesRun(rules, portGroups, inventory, classic, masked);
  }

  /** A run without rules. */
  public static RulesRun none() {
    return new RulesRun(List.of(), List.of(), NullNode.getInstance());
  }

  /** Whether there are no rules. */
  public boolean isEmpty() {
    return rules.isEmpty() && classic.isEmpty();
  }

  @Override
  public RuleOutcome run(Phase phase, ChangeSet changes, RuleEngine.Watch watch) {
    if (phase != Phase.MAIN || classic.isEmpty()) {
      return others(phase, changes, watch);
    }
    return switch (classic(changes, watch)) {
      case RuleOutcome.Failed failed -> failed;
      case RuleOutcome.Done(var first) ->
          switch (others(phase, changes, watch)) {
            case RuleOutcome.Done(var then) -> new RuleOutcome.Done(joined(first, then));
            case RuleOutcome.Failed(var code, var sentence, var then) ->
                new RuleOutcome.Failed(code, sentence, joined(first, then));
          };
    };
  }

  private RuleOutcome classic(ChangeSet changes, RuleEngine.Watch watch) {
    var data = ClassicData.of(inventory, changes.pluginData(), changes.properties());
    var scope = RuledData.of(changes, portGroups, inventory, changeLog);
    return ClassicRules.run(classic, data, scope, masked, watch);
  }

  private static List<RuleRun> joined(List<RuleRun> first, List<RuleRun> then) {
    return Stream.concat(first.stream(), then.stream()).toList();
  }

  private RuleOutcome others(Phase phase, ChangeSet changes, RuleEngine.Watch watch) {
    if (rules.stream().noneMatch(rule -> rule.rule().phase() == phase)) {
      return new RuleOutcome.Done(List.of());
    }
    var scope = RuledData.of(changes, portGroups, inventory, changeLog);
    var outcome = RuleEngine.run(phase, rules, scope, watch);
    calls.addAll(scope.ordered());
    return outcome;
  }

  /** {@code sentence} without the secrets that rules read and what sensitive rules wrote. */
  public String masked(String sentence) {
    return changeLog.secrets().hidden(sentence);
  }

  /** The calls to make after the commit, in the order in which rules requested them. */
  public List<ApiCall> calls() {
    return List.copyOf(calls);
  }
}
