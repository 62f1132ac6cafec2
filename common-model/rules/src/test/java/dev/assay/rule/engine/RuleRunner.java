package dev.assay.rule.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Action;
import dev.assay.rule.definition.Condition;
import dev.assay.rule.definition.Rule;
import dev.assay.storedjson.StoredJson;
import java.util.ArrayList;
import java.util.List;

/** Runs the rules of a test, written as JSON, on the data of a small machine. */
public final class RuleRunner {
  final ObjectNode node =
      object(
          """
          {"uuid": "%s", "driver": "fake-hardware", "name": null, "properties": {}, "extra": {},
           "driver_info": {"ipmi_password": "sekret-pw"}, "traits": []}
          """
              .formatted(Vector.NODE));
  final ObjectNode port = object("{\"address\": \"52:54:00:aa:00:01\", \"extra\": {}}");
  final ObjectNode inventory =
      object(
          """
          {"cpu": {"count": 8, "architecture": "x86_64"}, "none": [], "object": {"a": 1},
           "interfaces": [{"name": "eno1"}, {"name": "eno2"}]}
          """);
  final ObjectNode pluginData = object("{\"password\": \"hunter2\"}");
  final List<Rule> rules = new ArrayList<>();
  final RuleRegistry registry;
  private Phase phase = Phase.MAIN;
  RuledData scope = RuledData.early(inventory, pluginData);

  RuleRunner(String... options) {
    registry = RuleRegistries.with(options);
  }

  /** Adds a rule named rule-N, counted from 0; the members are those of the API. */
  RuleRunner rule(String json) {
    var wire = object(json);
    rules.add(
        new Rule(
            "rule-" + rules.size(),
            null,
            wire.path("priority").asInt(),
            wire.path("scope").textValue(),
            wire.path("sensitive").asBoolean(),
            true,
            Phase.require(wire.path("phase").asText("main")),
            Condition.list(wire.path("conditions")),
            wire.has("actions")
                ? Action.list(wire.path("actions"))
                : Action.list(tree("[{\"op\": \"log\", \"args\": {\"msg\": \"matched\"}}]")),
            wire.path("built_in").asBoolean()));
    return this;
  }

  /** Adds a rule with one condition. */
  RuleRunner when(String condition) {
    return rule("{\"conditions\": [%s]}".formatted(condition));
  }

  /** Adds a rule with one action. */
  RuleRunner does(String action) {
    return rule("{\"actions\": [%s]}".formatted(action));
  }

  RuleRunner in(Phase other) {
    phase = other;
    return this;
  }

  RuleOutcome run() {
    scope =
        phase == Phase.EARLY
            ? RuledData.early(inventory, pluginData)
            : RuledData.of(new ChangeSet(node, List.of(port), pluginData), inventory);
    return over(phase, scope);
  }

  /** Runs the rules of {@code phase} on other data. */
  RuleOutcome over(Phase phase, RuledData scope) {
    return RuleEngine.run(
        phase, rules.stream().map(rule -> CompiledRule.stored(rule, registry)).toList(), scope);
  }

  /** Runs the rules, which must succeed, and returns the trace. */
  List<RuleRun> trace() {
    return ((RuleOutcome.Done) run()).trace();
  }

  /** Runs the only rule and returns whether it matched. */
  boolean matches() {
    return Boolean.TRUE.equals(trace().getFirst().matched());
  }

  /** Runs the rules, which must fail, and returns the failure. */
  RuleOutcome.Failed failure() {
    return (RuleOutcome.Failed) run();
  }

  static ObjectNode object(String json) {
    return (ObjectNode) tree(json);
  }

  public static JsonNode tree(String json) {
    return StoredJson.read(json, JsonNode.class);
  }
}
