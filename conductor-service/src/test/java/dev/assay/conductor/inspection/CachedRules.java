package dev.assay.conductor.inspection;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Action;
import dev.assay.rule.definition.Condition;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.store.StoredRule;
import dev.assay.rule.store.StoredRules;
import dev.assay.storedjson.StoredJson;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.UUID;

/** The rules that are active while a test runs. Their changes are not announced. */
@ApplicationScoped
class CachedRules {
  private final StoredRules rules;
  private final Clock clock;

  CachedRules(StoredRules rules, Clock clock) {
    this.rules = rules;
    this.clock = clock;
  }

  void clear() {
    QuarkusTransaction.requiringNew().run(rules::removeAll);
  }

  /** As JSON with single quotes, with the members that a client gives; its UUID. */
  String add(String rule) {
    var wire = StoredJson.read(rule.replace('\'', '"'), JsonNode.class);
    var uuid = UUID.randomUUID();
    var made =
        new Rule(
            uuid.toString(),
            null,
            wire.path("priority").intValue(),
            wire.path("scope").textValue(),
            wire.path("sensitive").booleanValue(),
            true,
            Phase.require(wire.path("phase").asText("main")),
            Condition.list(wire.path("conditions")),
            Action.list(wire.path("actions")),
            false);
    QuarkusTransaction.requiringNew().run(() -> rules.add(new StoredRule(made, clock.instant())));
    return uuid.toString();
  }
}
