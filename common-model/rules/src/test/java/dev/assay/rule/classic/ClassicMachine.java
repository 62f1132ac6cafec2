package dev.assay.rule.classic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.RuleEngine;
import dev.assay.rule.engine.RuleOutcome;
import dev.assay.rule.engine.RuledData;
import dev.assay.storedjson.StoredJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The data of a small machine, over which classic rules of a test run. */
final class ClassicMachine {
  final ObjectNode node =
      object(
          """
          {"uuid": "00000000-0000-0000-0000-0000000000aa", "driver": "fake-hardware",
           "power_interface": "fake", "boot_interface": "fake", "name": "web-1",
           "properties": {"memory_mb": "4096", "inspection_scope": "lab"},
           "extra": {"tags": ["a"], "list": [1, 2]}, "instance_info": {},
           "driver_info": {"ipmi_address": "192.0.2.1", "ipmi_password": "sekret-pw"},
           "traits": ["CUSTOM_OLD"]}
          """);
  final ObjectNode data =
      object(
          """
          {"memory_mb": 16384, "cpus": 8, "cpu_arch": "x86_64", "local_gb": 446,
           "ipmi_address": "10.9.8.7", "ipmi_v6address": null, "auto_discovered": true,
           "text_number": "12", "fraction": 2.5, "empty": "", "nothing": [], "none_text": "None",
           "password": "hunter2-secret", "braces": "{data[cpus]}",
           "inventory": {
             "cpu": {"count": 8, "architecture": "x86_64", "flags": ["aes", "vmx"]},
             "system_vendor": {"manufacturer": "Dell Inc.", "product_name": "PowerEdge R640"},
             "interfaces": [{"name": "eno1", "mac_address": "52:54:00:aa:00:01"},
                            {"name": "eno2", "mac_address": "52:54:00:aa:00:02"}],
             "disks": [{"name": "/dev/sda", "size": 480103981056},
                       {"name": "/dev/sdb", "size": 100}],
             "a.b": {"c d": 1}}}
          """);
  private final List<ClassicRule> rules = new ArrayList<>();
  private final List<String> watched = new ArrayList<>();

  /** Adds a rule. */
  ClassicMachine rule(String json) {
    rules.add(ClassicRule.of(object(json), Optional.empty()));
    return this;
  }

  /** Adds a rule with these actions and without conditions. */
  ClassicMachine does(String... actions) {
    return rule("{\"actions\": [%s]}".formatted(String.join(", ", actions)));
  }

  RuleOutcome run() {
    var scope = RuledData.of(new ChangeSet(node, List.of(), object("{}")), object("{}"));
    return ClassicRules.run(rules, data, scope, true, new Watch());
  }

  List<RuleRun> trace() {
    return ((RuleOutcome.Done) run()).trace();
  }

  /** Whether a rule with only this condition applies. */
  boolean holds(String condition) {
    rule(
        """
        {"conditions": [%s], "actions": [{"action": "remove-trait", "name": "CUSTOM_OLD"}]}
        """
            .formatted(condition));
    return Boolean.TRUE.equals(trace().getLast().matched());
  }

  RuleOutcome.Failed failure() {
    return (RuleOutcome.Failed) run();
  }

  /** The rules that were begun and ended, by their place in the order of creation. */
  List<String> watched() {
    return watched;
  }

  static ObjectNode object(String json) {
    return (ObjectNode) tree(json);
  }

  static JsonNode tree(String json) {
    return StoredJson.read(json, JsonNode.class);
  }

  private final class Watch implements RuleEngine.Watch {
    @Override
    public void begin(Rule rule) {
      watched.add("begin " + place(rule.uuid()));
    }

    @Override
    public void end(RuleRun run) {
      watched.add("end " + place(run.rule()));
    }

    private int place(String uuid) {
      return rules.stream().map(it -> it.uuid().toString()).toList().indexOf(uuid);
    }
  }
}
