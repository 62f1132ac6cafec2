package dev.assay.api.rule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ApiVersion;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Action;
import dev.assay.rule.definition.Condition;
import dev.assay.rule.definition.InvalidRule;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.CompiledRule;
import dev.assay.rule.engine.RuleRegistry;
import dev.assay.storedjson.StoredJson;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Converts between rules and JSON objects of the fields that a client may set. Source: spec
 * rules.md 13.
 */
public final class RuleDocument {
  private static final int HIGHEST_PRIORITY = 9999;

  private RuleDocument() {}

  /**
   * The document of a stored rule, with content that clients may not see: to be patched, never to
   * be shown.
   */
  static ObjectNode of(Rule rule) {
    var document = StoredJson.object();
    document.put("description", rule.description());
    document.put("priority", rule.priority());
    document.put("scope", rule.scope());
    document.put("sensitive", rule.sensitive());
    document.put("enabled", rule.enabled());
    document.put("phase", rule.phase().wire());
    document.set("conditions", StoredJson.tree(rule.conditions()));
    document.set("actions", StoredJson.tree(rule.actions()));
    return document;
  }

  /**
   * Normalises the body of a POST; INVALID_PARAMETER when it does not have the structure of a rule.
   */
  public static ObjectNode accepted(ObjectNode body, ApiVersion version) {
    var unexpected =
        body.properties().stream()
            .map(java.util.Map.Entry::getKey)
            .filter(name -> RuleFields.TABLE.find(name).filter(f -> f.use().creatable()).isEmpty())
            .map(name -> "'" + name + "'")
            .collect(Collectors.joining(", "));
    if (!unexpected.isEmpty()) {
      throw RuleFieldTypes.schema(
          "Additional properties are not allowed (%s was unexpected)".formatted(unexpected));
    }
    Action.list(body.path("actions"));
    return RuleFields.TABLE.accepted(body, version);
  }

  /**
   * The rule that {@code document}, in normal form, describes; INVALID_PARAMETER with all problems
   * found in it.
   */
  public static Rule read(ObjectNode document, String uuid, RuleRegistry registry) {
    var phase = document.path("phase").asText();
    var rule =
        new Rule(
            uuid,
            document.path("description").textValue(),
            document.path("priority").intValue(),
            document.path("scope").textValue(),
            document.path("sensitive").booleanValue(),
            document.path("enabled").booleanValue(),
            Phase.ofWire(phase).orElse(Phase.MAIN),
            Condition.list(document.path("conditions")),
            Action.list(document.path("actions")),
            false);
    var problems = problems(rule, phase);
    try {
      CompiledRule.compile(rule, registry);
    } catch (InvalidRule e) {
      problems.addAll(e.problems());
    }
    InvalidRule.unlessEmpty(problems);
    return rule;
  }

  private static List<String> problems(Rule rule, String phase) {
    var problems = new ArrayList<String>();
    if (Phase.ofWire(phase).isEmpty()) {
      problems.add(
          "Invalid phase: %s. Valid phases are: %s"
              .formatted(phase, String.join(", ", Phase.names())));
    }
    if (rule.priority() < 0 || rule.priority() > HIGHEST_PRIORITY) {
      problems.add("Priority must be between 0 and 9999 for user-defined rules.");
    }
    return problems;
  }
}
