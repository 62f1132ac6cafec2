package dev.assay.rule.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Action;
import dev.assay.rule.definition.Condition;
import dev.assay.rule.definition.Rule;
import dev.assay.storedjson.StoredJson;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Creates rules as clients do, each in a transaction of its own. */
@Singleton
class StoredRulesFixture {
  static final Instant NOW = Instant.parse("2026-08-01T10:20:30.123456Z");

  private final StoredRules rules;

  StoredRulesFixture(StoredRules rules) {
    this.rules = rules;
  }

  /** Deletes all rules. */
  void clear() {
    QuarkusTransaction.requiringNew().run(rules::removeAll);
  }

  /** Adds a rule that logs; returns its UUID. */
  UUID add(String description, int priority, Phase phase) {
    var uuid = UUID.randomUUID();
    add(rule(uuid, description, priority, phase));
    return uuid;
  }

  void add(Rule rule) {
    QuarkusTransaction.requiringNew().run(() -> rules.add(new StoredRule(rule, NOW)));
  }

  static Rule rule(UUID uuid, String description, int priority, Phase phase) {
    return rule(uuid, description, priority, phase, true);
  }

  static Rule rule(UUID uuid, String description, int priority, Phase phase, boolean enabled) {
    return new Rule(
        uuid.toString(),
        description,
        priority,
        null,
        false,
        enabled,
        phase,
        Condition.list(json("[{\"op\":\"eq\",\"args\":{\"values\":[1,1.0,null]}}]")),
        Action.list(
            json("[{\"op\":\"log\",\"args\":{\"msg\":\"{item}\"},\"loop\":[1,{\"a\":null}]}]")),
        false);
  }

  static JsonNode json(String text) {
    return StoredJson.read(text, JsonNode.class);
  }

  static List<String> descriptions(List<Rule> rules) {
    return rules.stream().map(Rule::description).toList();
  }
}
