package dev.assay.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Generates typical rules in any number: five conditions each, covering all common operators. The
 * first four conditions are always true; the last one is true for one rule in a hundred, which then
 * sets an attribute.
 */
final class SampleRules {
  private static final int MATCH_INTERVAL = 100;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Conditions that are true for every simulated machine; %d is the number of the rule. */
  private static final List<String> TRUE_CONDITIONS =
      List.of(
          """
          {"op": "!eq", "args": {"values": ["{inventory[cpu][architecture]}", "arch-%d"]}}""",
          """
          {"op": "!matches", "args": {"value": "{inventory[system_vendor][product_name]}",
                                      "regex": "(Model|Type) %d[0-9]{2}.*"}}""",
          """
          {"op": "!contains", "args": {"value": "{inventory[cpu][model_name]}",
                                       "regex": "(?i)gold %d[a-z]"}}""",
          """
          {"op": "!in-net", "args": {"address": "{inventory[bmc_address]}",
                                     "subnet": "2001:db8:%d::/48"}}""",
          """
          {"op": "!eq", "args": {"values": ["{item[mac_address]}", "02:00:00:00:00:%d"]},
           "loop": "{inventory[interfaces]}", "multiple": "all"}""",
          """
          {"op": "gt", "args": {"values": ["{inventory[memory][physical_mb]}", 1, -%d]}}""",
          """
          {"op": "!one-of", "args": {"value": "{node.resource_class}",
                                     "values": ["gold-%d", "silver", "bronze"]}}""",
          """
          {"op": "!is-empty", "args": {"value": "{inventory[disks]}"}}""",
          """
          {"op": "!matches", "args": {"value": "{item[name]}", "regex": "/dev/nvme%dn[0-9]+"},
           "loop": "{inventory[disks]}", "multiple": "all"}""");

  private SampleRules() {}

  /** The rules as JSON documents, as a client sends them. */
  static ArrayNode documents(int count) {
    var rules = JSON.createArrayNode();
    for (var number = 0; number < count; number++) {
      rules.add(document(number));
    }
    return rules;
  }

  private static ObjectNode document(int number) {
    var rule = JSON.createObjectNode();
    var conditions = rule.putArray("conditions");
    for (var i = 0; i < 4; i++) {
      conditions.add(json(TRUE_CONDITIONS.get((number + i) % TRUE_CONDITIONS.size()), number));
    }
    var last = number % MATCH_INTERVAL == 0 ? "!eq" : "eq";
    conditions.add(
        json(
            """
            {"op": "OP", "args": {"values": ["{inventory[hostname]}", "host-%d"]}}"""
                .replace("OP", last),
            number));
    rule.putArray("actions")
        .add(
            json(
                """
                {"op": "set-attribute",
                 "args": {"path": "extra/rule-%d", "value": "{inventory[cpu][count]}"}}""",
                number));
    return rule;
  }

  private static JsonNode json(String template, int number) {
    try {
      return JSON.readTree(template.replace("%d", String.valueOf(number)));
    } catch (IOException e) {
      throw new UncheckedIOException("a condition above is no JSON", e);
    }
  }
}
